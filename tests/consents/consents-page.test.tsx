// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Consent, Consents } from '#contract/consents.ts';
import type { Deletion, Export, Exports } from '#contract/personal-data.ts';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { PersonalDataPage } from '#src/features/personal-data/PersonalDataPage.tsx';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// States of /user/consents; that the shop does it, the other files of this folder show.

const NOW = '2026-11-23T09:00:00.000Z';
const PATH = { list: '/api/consents', give: '/api/consents/give', withdraw: '/api/consents/withdraw', archive: '/api/data-export', end: '/api/account/delete', back: '/api/account/restore', code: '/api/account/delete/send-code' } as const; // prettier-ignore
const paper = { path: '/kompaniya/soglasie', version: '2026-11-23', sha256: 'ab12'.repeat(16) };
const order: Consent = {
  purpose: 'order',
  title: 'Оформление заказов',
  state: 'given',
  at: '2026-11-02T08:30:00.000Z',
  withdrawn_at: null,
  paper: { ...paper, version: '2026-11-01' },
  action: 'withdraw',
  stops: ['Оформленные заказы доедут.', 'Следующий заказ попросит согласие снова.'],
  allows: 'Имя, телефон, e-mail и состав заказа.',
};
const marketing: Consent = {
  purpose: 'marketing',
  title: 'Новости и акции',
  state: 'none',
  at: null,
  withdrawn_at: null,
  paper: { ...paper, path: '/kompaniya/soglasie-reklama' },
  action: 'give',
  stops: [],
  allows: 'Новости и акции на e-mail и телефон.',
};
const offer: Consent = { ...order, purpose: 'offer', title: 'Публичная оферта', action: null, stops: [], allows: '' };
const listOf = (consents: Consent[], log: Consents['log'] = []) => ok({ server_time: NOW, consents, log });
const ok = (body: object) => ({ http: 200, body: { status: 'success', ...body } });
const nothingMade: Omit<Exports, 'status'> = { server_time: NOW, export: null, next_at: null };
const made: Export = { id: 'e1', state: 'ready', done: 12, parts: 12, asked_at: NOW, ready_at: NOW, expires_at: '2026-11-30T09:00:00.000Z', bytes: 48_200 }; // prettier-ignore
const staying: Omit<Deletion, 'status'> = {
  server_time: NOW,
  delete_at: null,
  would_at: '2026-12-23T09:00:00.000Z',
  code_to: 'a***@mail.ru',
  has_password: true,
  balances: [{ account_type: 0, name: 'ЛС', amount: 115_000, becomes: 'вернём по договору' }],
  people_below: 0,
  open_orders: 2,
  waits_for_shop: true,
  refused: null,
};
/** Whatever else is asked for meanwhile. */
const NOBODY = { http: 200, body: { status: 'error', code: 'not_found', message: 'Не найдено' } };
/** As the router does it: not before it is known who it is. */
const Known = () => (useAtomValue(sessionStateAtom).known ? <PersonalDataPage /> : null);
type Answers = Record<string, { http: number; body: unknown } | null>;

function open(answers: Answers = {}) {
  const all: Answers = {
    [PATH.list]: listOf([order, marketing, offer]),
    [PATH.archive]: ok(nothingMade),
    [PATH.end]: ok(staying),
    ...answers,
  };
  const drawn = onScreen(<Known />, ({ path }) => (path in all ? all[path]! : NOBODY));
  const user = { ...guestUser, isGuest: false, id: 7, name: 'Анна Лебедева', role: 'client' as const, email: 'anna@mail.ru' }; // prettier-ignore
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  const toasts = () => drawn.store.get(toastsAtom).map(({ text }) => text);
  const sent = (path: string) => drawn.asked.filter((one) => one.path === path && one.body !== undefined).map(({ body }) => body); // prettier-ignore
  return { ...drawn, all, toasts, sent };
}
const consentOf = async (title: string) => (await screen.findAllByText(title, { selector: 'b' }))[0]!.closest('li')!;
const part = (name: string) => within(screen.getByRole('region', { name }));
beforeEach(() => history.replaceState(null, '', '/user/consents'));

describe('the list', () => {
  it('says of each purpose what holds since when and to which text; a contract has nothing to take back', async () => {
    open({ [PATH.list]: listOf([order, marketing, offer], [{ title: 'Оформление заказов', at: order.at!, withdrawn_at: null, paper }]) }); // prettier-ignore
    const given = await consentOf('Оформление заказов');
    expect(given.textContent).toContain('дано 2 ноября 2026, редакция от 1 ноября 2026');
    expect(within(given).getByRole('link').getAttribute('href')).toBe('/kompaniya/soglasie/2026-11-01');
    expect(within(given).getByText('действует')).toBeTruthy();
    expect((await consentOf('Новости и акции')).textContent).toContain('не дано');
    expect(within(await consentOf('Публичная оферта')).queryByRole('button')).toBeNull();
    expect(screen.getByText('История: 1')).toBeTruthy();
    expect(screen.getByText(/отпечаток/).textContent).toContain('ab12ab12ab12…');
  });

  it('without an answer it says so, and asks again by a tap', async () => {
    const { user, all } = open({ [PATH.list]: null });
    expect(await screen.findByText('Согласия не загрузились')).toBeTruthy();
    all[PATH.list] = listOf([order]);
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await consentOf('Оформление заказов')).toBeTruthy();
  });
});

describe('a consent', () => {
  it('is taken back after it was said what stops; a failure keeps it and says why', async () => {
    const { user, all, sent, toasts } = open({ [PATH.withdraw]: null });
    const ask = async () =>
      user.click(within(await consentOf('Оформление заказов')).getByRole('button', { name: 'Отозвать' }));
    await ask();
    const sheet = within(await screen.findByRole('dialog', { name: 'Отозвать согласие «Оформление заказов»?' }));
    expect(sheet.getByText('Следующий заказ попросит согласие снова.')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Отозвать' }));
    await waitFor(() =>
      expect(
        sheet
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join(''),
      ).not.toBe(''),
    );
    expect(toasts()).toEqual([]);

    all[PATH.withdraw] = listOf([{ ...order, state: 'withdrawn', withdrawn_at: NOW, action: null }]);
    await user.click(sheet.getByRole('button', { name: 'Отозвать' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(PATH.withdraw).at(-1)).toEqual({ purpose: 'order' });
    expect(toasts()).toEqual(['Согласие «Оформление заказов» отозвано']);
    expect((await consentOf('Оформление заказов')).textContent).toContain('отозвано 23 ноября 2026');
  });

  it('«Оставить» changes nothing', async () => {
    const { user, sent } = open();
    await user.click(within(await consentOf('Оформление заказов')).getByRole('button', { name: 'Отозвать' }));
    await user.click(screen.getByRole('button', { name: 'Оставить' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(PATH.withdraw)).toEqual([]);
  });

  it('is given by a tick of its own, to the version on the screen', async () => {
    const { user, sent } = open({
      [PATH.give]: listOf([{ ...marketing, state: 'given', at: NOW, action: 'withdraw' }]),
    });
    await user.click(within(await consentOf('Новости и акции')).getByRole('button', { name: 'Дать' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Новости и акции' }));
    const tick = sheet.getByRole<HTMLInputElement>('checkbox');
    expect(tick.checked).toBe(false);
    await user.click(sheet.getByRole('button', { name: 'Дать согласие' }));
    expect((await sheet.findAllByText(/Отметьте, что согласны/)).length).toBeGreaterThan(0);
    expect(sent(PATH.give)).toEqual([]);
    await user.click(tick);
    await user.click(sheet.getByRole('button', { name: 'Дать согласие' }));
    await waitFor(() => expect(sent(PATH.give)).toEqual([{ purpose: 'marketing', version: '2026-11-23' }]));
    expect(await screen.findByText('действует')).toBeTruthy();
  });

  it('a newer text is told in the sheet', async () => {
    const text = 'Текст согласия изменился. Откройте его, прочитайте и дайте согласие ещё раз';
    const { user } = open({ [PATH.give]: { http: 200, body: { status: 'error', code: 'validation', message: text } } });
    await user.click(within(await consentOf('Новости и акции')).getByRole('button', { name: 'Дать' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Новости и акции' }));
    await user.click(sheet.getByRole('checkbox'));
    await user.click(sheet.getByRole('button', { name: 'Дать согласие' }));
    expect(await sheet.findByText(text)).toBeTruthy();
  });

  it('without a signal its buttons are closed, and the last answer stays', async () => {
    const { store } = open();
    const given = await consentOf('Оформление заказов');
    act(() => goOffline(store));
    await waitFor(() =>
      expect(within(given).getByRole<HTMLButtonElement>('button', { name: 'Отозвать' }).disabled).toBe(true),
    );
  });
});

describe('the archive', () => {
  it('is asked for, is being made, is there with its size and its last day', async () => {
    const waiting = ok({ ...nothingMade, export: { ...made, state: 'waiting', done: 3, ready_at: null, expires_at: null, bytes: null } }); // prettier-ignore
    const { user, all } = open();
    const ask = await screen.findByRole('button', { name: 'Собрать мои данные' });
    all[PATH.archive] = waiting;
    await user.click(ask);
    expect(await screen.findByRole('progressbar', { name: 'Готовим архив' })).toHaveProperty('value', 3);
    expect(part('Мои данные').getByText(/письмо на anna@mail.ru/)).toBeTruthy();
    all[PATH.archive] = ok({ ...nothingMade, export: made, next_at: '2026-11-24T09:00:00.000Z' });
    const link = await screen.findByRole('link', { name: 'Скачать архив' });
    expect(link.getAttribute('href')).toBe('/api/data-export/e1/file');
    expect(part('Мои данные').getByText('до 30 ноября 2026')).toBeTruthy();
    expect(part('Мои данные').getByText(/Новый архив можно собрать 24 ноября/)).toBeTruthy();
  });

  it('one that failed says so and can be asked for at once', async () => {
    open({ [PATH.archive]: ok({ ...nothingMade, export: { ...made, state: 'failed', ready_at: null } }) });
    expect(await screen.findByText(/Прошлый архив собрать не получилось/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Собрать мои данные' }).disabled).toBe(false);
  });
});

describe('the end of the account', () => {
  it('says what becomes of money and orders, wants a proof, and can be taken back', async () => {
    const leaving = ok({ ...staying, delete_at: staying.would_at });
    const { user, all, sent, toasts } = open({ [PATH.back]: ok(staying) });
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Удалить аккаунт' });
    await waitFor(() => expect(start.disabled).toBe(false));
    await user.click(start);
    const sheet = within(await screen.findByRole('dialog', { name: 'Удалить аккаунт?' }));
    expect(sheet.getByText('ЛС, вернём по договору')).toBeTruthy();
    expect(sheet.getByText('23 декабря 2026')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Удалить через 30 дней' }));
    expect((await sheet.findAllByText('Введите пароль от этого кабинета')).length).toBeGreaterThan(0);
    await user.type(sheet.getByLabelText(/^Пароль от этого кабинета/), 'не тот');
    all[PATH.end] = { http: 200, body: { status: 'error', code: 'validation', message: '', errors: { password: ['Пароль не подошёл'] } } }; // prettier-ignore
    await user.click(sheet.getByRole('button', { name: 'Удалить через 30 дней' }));
    expect((await sheet.findAllByText('Пароль не подошёл')).length).toBeGreaterThan(0);
    all[PATH.end] = leaving;
    await user.click(sheet.getByRole('button', { name: 'Удалить через 30 дней' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(PATH.end)).toEqual([{ password: 'не тот' }, { password: 'не тот' }]);
    expect((await screen.findByText(/Аккаунт удалится/)).textContent).toContain('23 декабря 2026');
    all[PATH.end] = ok(staying);
    await user.click(screen.getByRole('button', { name: 'Отменить удаление' }));
    await waitFor(() => expect(toasts()).toEqual(['Удаление отменено, всё осталось как было']));
  });

  it('by a code to one’s own address, where the password is forgotten', async () => {
    const confirmation = { type: 'email', target: 'a***@mail.ru', expires_at: NOW, resend_at: NOW };
    const { user, sent } = open({ [PATH.code]: ok({ message: 'Код отправлен', confirmation }) });
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Удалить аккаунт' });
    await waitFor(() => expect(start.disabled).toBe(false));
    await user.click(start);
    await user.click(await screen.findByRole('button', { name: /Не помню пароль/ }));
    await user.click(screen.getByRole('button', { name: 'Прислать код' }));
    expect(await screen.findByText('Отправили код')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /^Код из сообщения/ }), '12 34 56');
    await user.click(screen.getByRole('button', { name: 'Удалить через 30 дней' }));
    await waitFor(() => expect(sent(PATH.end)).toEqual([{ code: '12 34 56' }]));
  });

  it('of staff it is the desk’s: said instead of a button', async () => {
    open({ [PATH.end]: ok({ ...staying, refused: 'Аккаунт сотрудника закрывает администратор' }) });
    expect(await screen.findByText('Аккаунт сотрудника закрывает администратор')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Удалить аккаунт' })).toBeNull();
  });
});
