// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WholesaleApplication } from '#contract/consultants.ts';
import { WholesalePage } from '#src/features/profile/WholesalePage.tsx';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// States of «Опт»: none, waiting, refused, approved.

const HERE = '/api/registration/wholesale';
const sent: WholesaleApplication = {
  id: 3,
  company: 'ООО «Лавка»',
  inn: '7707083893',
  phone: '+79132456789',
  comment: 'Сеть лавок',
  state: 'waiting',
  reason: null,
  created_at: '2026-11-23T09:00:00.000Z',
};
const answer = (application: WholesaleApplication | null, more = {}) => ({
  http: 200,
  body: { status: 'success', application, ...more },
});
type Answer = { http: number; body: unknown } | null;

async function open(first: Answer, { person = {} } = {}) {
  const shop = { read: first, write: null as Answer };
  const drawn = onScreen(<WholesalePage />, ({ path, body }) =>
    path !== HERE ? null : body === undefined ? shop.read : shop.write,
  );
  await act(async () => {
    const user = { ...guestUser, isGuest: false, id: 7, role: 'client' as const, phone: '+79000000211', ...person };
    drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user });
    await import('#src/ui/phone/PhoneMask.tsx');
  });
  return { ...drawn, shop, writes: () => drawn.asked.filter(({ path, body }) => path === HERE && body !== undefined) };
}
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Отправить заявку' });
beforeEach(() => history.replaceState(null, '', '/optovik/apply'));

describe('none yet', () => {
  it('empty fields are named, the first has the focus, nothing is sent', async () => {
    const { user, writes } = await open(answer(null));
    const company = await field(/^Компания/);
    await user.click(send());
    expect(await screen.findAllByText('Заполните поле')).toHaveLength(2);
    expect(document.activeElement).toBe(company);
    expect(writes()).toEqual([]);
  });

  it.each([
    ['7707083894', 'a wrong check digit'],
    ['77070838', 'too short'],
    ['٧٧٠٧٠٨٣٨٩٣', 'digits of another script'],
    ['0000000000', 'zeros'],
    ['ИНН🌱', 'no digits'],
  ])('ИНН %s: %s', async (inn) => {
    const { user, writes } = await open(answer(null));
    await user.type(await field(/^Компания/), 'ООО «Лавка»');
    await user.type(await field(/^ИНН/), inn);
    await user.click(send());
    expect(await screen.findByText(/^ИНН — 10 цифр организации или 12 цифр предпринимателя/)).toBeTruthy();
    expect((await field(/^ИНН/)).value).toBe(inn);
    expect(writes()).toEqual([]);
  });

  it('is sent with the telephone of the account, blanks of the ИНН gone, and then waits', async () => {
    const { user, shop, writes } = await open(answer(null));
    await user.type(await field(/^Компания/), ' ИП Лебедев ');
    await user.type(await field(/^ИНН/), '5001 0073 2259');
    shop.write = answer({ ...sent, company: 'ИП Лебедев' }, { message: 'Заявка принята' });
    await user.click(send());
    expect(await screen.findByRole('heading', { name: 'Заявка ждёт решения' })).toBeTruthy();
    expect(writes()).toMatchObject([{ body: { inn: '500100732259', phone: '+79000000211', comment: '' } }]);
  });

  it('a refusal in words stands above the form, what was typed stays', async () => {
    const { user, shop } = await open(answer(null));
    await user.type(await field(/^Компания/), 'ООО «Лавка»');
    await user.type(await field(/^ИНН/), '7707083893');
    const message = 'Слишком много попыток. Попробуйте через 3 минуты';
    shop.write = { http: 429, body: { status: 'error', code: 'too_many', message } };
    await user.click(send());
    expect(await screen.findByText(/Слишком много попыток/)).toBeTruthy();
    expect((await field(/^ИНН/)).value).toBe('7707083893');
  });

  it('without a signal: closed with its reason', async () => {
    const { store } = await open(answer(null));
    await field(/^Компания/);
    act(() => goOffline(store));
    expect(send().disabled).toBe(true);
    expect(screen.getByText(/Нужен интернет/)).toBeTruthy();
  });
});

describe('an application', () => {
  it('that waits is shown as it was sent, without a form', async () => {
    await open(answer(sent));
    expect(await screen.findByRole('heading', { name: 'Заявка ждёт решения' })).toBeTruthy();
    for (const text of ['ООО «Лавка»', '7707083893', 'Сеть лавок']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('that was refused says why, and is the beginning of the next one', async () => {
    await open(answer({ ...sent, state: 'refused', reason: 'Нет такой организации.' }));
    expect(await screen.findByText(/Нет такой организации/)).toBeTruthy();
    expect((await field(/^Компания/)).value).toBe('ООО «Лавка»');
    expect((await field(/^ИНН/)).value).toBe('7707083893');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Комментарий/ }).value).toBe('Сеть лавок');
  });

  it('that was approved leads into the catalogue', async () => {
    await open(answer({ ...sent, state: 'approved', reason: 'Добро пожаловать' }));
    expect(await screen.findByRole('heading', { name: 'Заявка одобрена' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'В каталог' }).getAttribute('href')).toBe('/katalog');
  });

  it('that does not come is asked for again', async () => {
    const { user, shop } = await open(null);
    const again = await screen.findByRole('button', { name: 'Повторить' });
    shop.read = answer(sent);
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Заявка ждёт решения' })).toBeTruthy();
  });
});

it.each([
  [{ role: 'optovik' as const, isOptovik: true }, 'Вы уже покупаете оптом.'],
  [{ role: 'cons' as const, isCons: true }, /Опт открыт покупателям/],
  [{ role: 'user' as const }, /Сначала подтвердите/],
  [{ readonly: true }, /только для просмотра/],
])('nobody else: %j', async (person, words) => {
  const { asked } = await open(answer(null), { person });
  expect(await screen.findByText(words)).toBeTruthy();
  expect([screen.queryByRole('textbox'), asked]).toEqual([null, []]);
});
