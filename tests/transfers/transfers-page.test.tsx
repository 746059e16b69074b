// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Transfer } from '#contract/transfers.ts';
import { numberWords } from '#src/ui/format.ts';
import { dialogAtom } from '#src/features/notices/notices.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { kopecksOf } from '#src/terms/typed-sum.rules.ts';
import { Transfers } from '#src/screens/Transfers.tsx';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user/transfers in the states that it can be in; what the shop does, tests/transfers/transfers.test.ts shows.

const AT = '2026-11-21T09:00:00.000Z';
const one = (more: Partial<Transfer> = {}): Transfer => ({
  id: 5108,
  created_at: AT,
  kind: 'cons',
  direction: 'out',
  from: { account_type: 0, name: 'ЛС — личный счёт' },
  to: { cons_id: '01000301', name: 'Наталья К.' },
  amount: 50_000,
  state: 'wait_code',
  comment: '',
  expires_at: AT,
  events: [{ at: AT, state: 'draft' }],
  ...more,
});
const CODE = { type: 'phone', target: '+7 9** ***-**-57', expires_at: AT, resend_at: AT };
const list = (transfers: Transfer[] = [], more: object = {}) => ({
  status: 1,
  transfers,
  has_more: false,
  balances: [
    { account_type: 0, amount: 125_000, available: 125_000 },
    { account_type: 1, amount: 348_050, available: 348_050 },
    { account_type: 2, amount: 0, available: 0 },
  ],
  day: { amount: 10_000_000, count: 10 },
  debt: 0,
  server_time: AT,
  ...more,
});
type Answers = Record<string, object>;
function open(answers: Answers = {}) {
  const drawn = onScreen(<Transfers />, ({ path }) => {
    const body = answers[path] ?? (path === '/user/transfer/list' ? list() : undefined);
    return body ? { http: 200, body } : null;
  });
  const user = { ...CLIENT, role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return drawn;
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

it.each([
  ['1 900', 190_000],
  ['1900,5', 190_050],
  ['1900.05 ₽', 190_005],
  ['0,01', 1],
  ['-5', null],
  ['1,005', null],
  ['1e5', null],
  ['', null],
  ['пятьсот', null],
])('«%s» roubles are %s kopecks', (text, kop) => expect(kopecksOf(text)).toBe(kop));

describe('a transfer to another consultant', () => {
  it('goes by name, sum and code, and tells what is left', async () => {
    const found = { id: 9, cons_id: '01000301', name: 'Наталья Крылова', city: 'Бердск', photo: null };
    const { user, asked } = open({
      '/user/cons/search': { status: 1, items: [found] },
      '/user/transfer/create': { status: 1, transfer_id: 5108, transfer: one(), confirmation: CODE },
      '/user/transfer/confirm': { status: 1, transfer: one({ state: 'done' }), balances: [] },
    });
    await user.type(screen.getByRole('searchbox', { name: /Кому/ }), 'Нат');
    await user.click(await screen.findByRole('button', { name: /Наталья Крылова/ }));
    await user.type(field(/Сумма/), '500');
    expect(screen.getByText('После перевода').parentElement!.textContent).toContain('750');
    await user.click(screen.getByRole('button', { name: 'Получить код' }));
    await user.type(await screen.findByRole('textbox', { name: /Код/ }), '481731');
    expect((await screen.findByRole('heading', { name: /500.₽ переведены/ })).textContent).toBeTruthy();
    const sent = asked.filter(({ path }) => /create|confirm/.test(path)).map(({ body }) => body);
    expect(sent).toEqual([
      { kind: 'cons', from: 0, to_cons_id: '01000301', amount: 50_000, comment: '' },
      { transfer_id: 5108, code: '481731' },
    ]);
  });

  it('says what is wrong before it is sent, and keeps what was typed', async () => {
    const { user, asked } = open();
    await screen.findByText(/На ЛС доступно/);
    await user.type(field(/Сумма/), '1900');
    await user.click(screen.getByRole('button', { name: 'Получить код' }));
    expect(await screen.findByText('Выберите, кому перевести')).toBeTruthy();
    await user.clear(field(/Сумма/));
    await user.type(field(/Сумма/), 'много');
    await user.click(screen.getByRole('button', { name: 'Получить код' }));
    expect(await screen.findByText(/Сумма в рублях/)).toBeTruthy();
    expect(asked.some(({ path }) => path.includes('create'))).toBe(false);
    expect(field(/Сумма/).value).toBe('много');
  });

  it('what ЛС lacks is taken from КС with one button, and the form stays as it was', async () => {
    const moved = one({ id: 5110, kind: 'own', state: 'done', to: { cons_id: null, name: 'ЛС — личный счёт' }, amount: 65_000 }); // prettier-ignore
    let isMoved = false;
    const { user, asked } = open({
      get '/user/transfer/create'() {
        isMoved = true;
        return { status: 1, transfer_id: 5110, transfer: moved, confirmation: null };
      },
      get '/user/transfer/list'() {
        return list([], isMoved ? { balances: [{ account_type: 0, amount: 190_000, available: 190_000 }, { account_type: 1, amount: 283_050, available: 283_050 }] } : {}); // prettier-ignore
      },
    });
    await screen.findByText(/На ЛС доступно/);
    await user.type(field(/Сумма/), '1900');
    await user.click(await screen.findByRole('button', { name: /^Взять с КС 650/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Взять с КС/ })).toBeNull());
    expect(asked.find(({ path }) => path.includes('create'))?.body).toEqual({ kind: 'own', from: 1, amount: 65_000, comment: '' }); // prettier-ignore
    expect(screen.getByText('После перевода').parentElement!.textContent).toContain('0');
    expect(field(/Сумма/).value).toBe('1900');
    // КС has less than that.
    await user.clear(field(/Сумма/));
    await user.type(field(/Сумма/), '9000');
    expect(screen.queryByRole('button', { name: /Взять с КС/ })).toBeNull();
  });

  it('is not sent without a network, and says why', async () => {
    const { store, asked } = open();
    await screen.findByText(/На ЛС доступно/);
    act(() => goOffline(store));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Получить код' });
    await waitFor(() => expect(button.disabled).toBe(true));
    expect(screen.getByText(/Нужен интернет/)).toBeTruthy();
    expect(asked.some(({ path }) => path.includes('create'))).toBe(false);
  });
});

it('КС to one’s own ЛС needs no code and no other person', async () => {
  const done = one({ kind: 'own', state: 'done', to: { cons_id: null, name: 'ЛС — личный счёт' }, amount: 348_050 });
  const { user, asked } = open({
    '/user/transfer/create': { status: 1, transfer_id: 5109, transfer: done, confirmation: null },
  });
  await user.click(await screen.findByRole('button', { name: 'С КС на свой ЛС' }));
  await user.type(field(/Сумма/), '3480,50');
  await user.click(screen.getByRole('button', { name: 'Перевести' }));
  expect(await screen.findByRole('heading', { name: /переведены/ })).toBeTruthy();
  expect(asked.find(({ path }) => path.includes('create'))?.body).toMatchObject({
    kind: 'own',
    from: 1,
    amount: 348_050,
  });
});

it('the way from КС begins with the form that КС has', async () => {
  history.replaceState(null, '', '/user/transfers?kind=own');
  open();
  const own = await screen.findByRole('button', { name: 'С КС на свой ЛС' });
  await waitFor(() => expect(own.getAttribute('aria-pressed')).toBe('true'));
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.getByText('На КС доступно')).toBeTruthy();
  history.replaceState(null, '', '/');
});

describe('those that were', () => {
  it('opens one with its history, and leads one that waits to its code', async () => {
    const waiting = one({
      events: [
        { at: AT, state: 'draft' },
        { at: AT, state: 'wait_code' },
      ],
    });
    const { user } = open({
      '/user/transfer/list': list([waiting]),
      '/user/transfer/detail': { status: 1, transfer: waiting, server_time: AT },
    });
    await user.click(await screen.findByRole('button', { name: /Наталья К\..*ждёт кода/s }));
    const sheet = within(await screen.findByRole('dialog', { name: `Перевод ${numberWords(5108)}` }));
    expect(await sheet.findByText(/деньги отложены/)).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Ввести код' }));
    expect(await screen.findByRole('heading', { name: 'Код из сообщения' })).toBeTruthy();
  });

  it('status 0 is the error dialog with the shop’s words', async () => {
    const { user, store } = open({
      '/user/transfer/list': list([one()]),
      '/user/transfer/detail': { status: 0, code: 'not_found', message: 'Перевод не найден' },
    });
    await user.click(await screen.findByRole('button', { name: /Наталья К\./ }));
    await waitFor(() => expect(store.get(dialogAtom)).toMatchObject({ title: 'Ошибка', text: 'Перевод не найден' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a debt closes them, in words; an empty list says what will be here', async () => {
    open({ '/user/transfer/list': list([], { debt: 35_000 }) });
    expect((await screen.findByText(/На счёте задолженность/)).textContent).toContain('350');
    expect(screen.getByText('Переводов ещё не было')).toBeTruthy();
  });
});
vi.setConfig({ testTimeout: 30_000 });

describe('«Повторить перевод»', () => {
  async function opened(of: Transfer) {
    const drawn = open({
      '/user/transfer/list': list([of]),
      '/user/transfer/detail': { status: 1, transfer: of, server_time: AT },
      '/user/transfer/create': { status: 1, transfer_id: 5110, transfer: one({ id: 5110 }), confirmation: CODE },
    });
    await drawn.user.click(await screen.findByRole('button', { name: /ноября/ }));
    await screen.findByRole('dialog', { name: `Перевод ${numberWords(of.id)}` });
    return drawn;
  }
  it('puts whom, how much and the words into the form, and sends nothing by itself', async () => {
    const { user, asked } = await opened(one({ state: 'done', comment: 'За каталоги', amount: 150_050 }));
    await user.click(await screen.findByRole('button', { name: 'Повторить перевод' }));
    await waitFor(() => expect(field(/Сумма/).value).toBe('1500,50'));
    expect(field(/Сообщение/).value).toBe('За каталоги');
    expect(screen.getByText('Наталья К.', { selector: '[class*=chosen] b' })).toBeTruthy();
    expect(asked.some(({ path }) => path.includes('create'))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Получить код' }));
    await screen.findByText(/доступно 1250 ₽/);
    await user.clear(field(/Сумма/));
    await user.type(field(/Сумма/), '500');
    await user.click(screen.getByRole('button', { name: 'Получить код' }));
    await waitFor(() => expect(asked.find(({ path }) => path.includes('create'))?.body).toEqual({ kind: 'cons', from: 0, to_cons_id: '01000301', amount: 50_000, comment: 'За каталоги' })); // prettier-ignore
  });
  it.each([
    ['one that waits for its code', one()],
    ['one that came in', one({ direction: 'in', state: 'done' })],
  ])('is not offered for %s', async (_, of) => {
    await opened(of);
    await screen.findByText('Откуда');
    expect(screen.queryByRole('button', { name: 'Повторить перевод' })).toBeNull();
  });
});
