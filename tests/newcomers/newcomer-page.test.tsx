// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConsultantsPage } from '#src/features/newcomers/ConsultantsPage.tsx';
import { NewcomerPage } from '#src/features/newcomers/NewcomerPage.tsx';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// States of «Новичок» and of the search of consultants; that the shop does it, tests/registration and tests/consultants show.

const svetlana = { id: 9, cons_id: '01000512', name: 'Светлана Ершова', city: 'Томск', photo: null };
const LINK = 'http://shop.test/register?sponsorId=01000157#invitation=abc';
const INVITE = '/api/registration/invite';
const SEARCH = '/user/cons/search';
const invited = {
  http: 200,
  body: {
    status: 'success',
    message: 'Ссылка отправлена',
    link: LINK,
    expires_at: '2026-12-07T09:00:00.000Z',
    sent: true,
  },
};
const found = (items: unknown[]) => ({ http: 200, body: { status: 1, items } });
type Answers = Record<string, { http: number; body: unknown } | null>;

/** As the router does it: not before it is known who it is. */
const Known = ({ children }: { children: ReactNode }) => (useAtomValue(sessionStateAtom).known ? children : null);
function open(part: 'newcomer' | 'search', answers: Answers = {}) {
  const all: Answers = { [INVITE]: invited, [SEARCH]: found([svetlana]), ...answers };
  const page =
    part === 'search' ? (
      <ConsultantsPage />
    ) : (
      <NewcomerPage link={(url) => <p>Код: {url}</p>} beside={<button type="button">Новичок рядом</button>} />
    );
  const drawn = onScreen(<Known>{page}</Known>, ({ path }) => all[path] ?? null);
  const user = { ...guestUser, isGuest: false, id: 7, name: 'Мария Соколова', role: 'cons' as const, isCons: true, cons_id: '01000157' }; // prettier-ignore
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return {
    ...drawn,
    all,
    sent: (path: string) => drawn.asked.filter((one) => one.path === path).map(({ body }) => body),
  };
}
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Отправить ссылку новичку' });
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Имя, номер или телефон' });
beforeEach(() => history.replaceState(null, '', '/user/register'));

async function fill(user: ReturnType<typeof open>['user']) {
  await user.type(field(/^Имя/), 'Олег');
  await user.type(field(/^Фамилия/), 'Дёмин');
  await user.type(await screen.findByRole('textbox', { name: /^Телефон/ }), '9137001240');
}

describe('a consultant invites', () => {
  it('by name and number; the sponsor is themselves; then the link is there, with the focus on its heading', async () => {
    const { user, sent } = open('newcomer');
    expect(await screen.findByText('Я, Мария Соколова')).toBeTruthy();
    await fill(user);
    await user.click(send());
    const heading = await screen.findByRole('heading', { level: 1, name: 'Олег Дёмин: ссылка готова' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(sent(INVITE)).toEqual([
      { first_name: 'Олег', last_name: 'Дёмин', phone: '+79137001240', phone_country: 'ru' },
    ]);
    expect(screen.getByText(`Код: ${LINK}`)).toBeTruthy();
    expect(screen.getByText('7 декабря')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ещё один новичок' }));
    expect(field(/^Имя/).value).toBe('');
  });

  it('for somebody of their structure, and may think again', async () => {
    const { user, sent } = open('newcomer');
    const choose = async () => {
      await user.click(screen.getByRole('button', { name: 'Выбрать другого' }));
      await user.type(box(), 'ершова{Enter}');
      await user.click(await screen.findByRole('button', { name: 'Выбрать: Светлана Ершова' }));
    };
    await choose();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Светлана Ершова')).toBeTruthy();
    expect(sent(SEARCH)).toEqual([{ search: 'ершова', scope: 'structure' }]);
    await user.click(screen.getByRole('button', { name: 'Наставник — я' }));
    expect(screen.getByText('Я, Мария Соколова')).toBeTruthy();
    await choose();
    await fill(user);
    await user.click(send());
    await screen.findByRole('heading', { name: /ссылка готова/ });
    expect(sent(INVITE)[0]).toMatchObject({ sponsor_id: 1_000_512 });
  });

  it('a refusal of the sponsor stands at the choice; a lost answer keeps what was typed', async () => {
    const refused = { status: 'error', code: 'validation', message: '', errors: { sponsor_id: ['Этого консультанта нет в вашей структуре'] } }; // prettier-ignore
    const { user, all } = open('newcomer', { [INVITE]: null });
    await fill(user);
    await user.click(send());
    await waitFor(() => expect(screen.getAllByRole('alert').some(({ textContent }) => /связ|сет|магазин/i.test(textContent ?? ''))).toBe(true)); // prettier-ignore
    expect(field(/^Фамилия/).value).toBe('Дёмин');
    all[INVITE] = { http: 200, body: refused };
    await user.click(send());
    expect((await screen.findAllByText('Этого консультанта нет в вашей структуре')).length).toBeGreaterThan(0);
  });

  it('an empty form asks the shop nothing; without a signal the button says why', async () => {
    const { user, sent, store } = open('newcomer');
    await user.click(send());
    expect(screen.getAllByText('Заполните поле').length).toBeGreaterThanOrEqual(3);
    expect(sent(INVITE)).toEqual([]);
    act(() => goOffline(store));
    expect(send().disabled).toBe(true);
    expect(document.getElementById(send().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Нужен интернет',
    );
  });
});

describe('the search', () => {
  it('asks from the third sign on, when the typing rests; the scope asks anew', async () => {
    const { user, sent } = open('search');
    await user.type(box(), 'ер');
    expect(screen.getByText('Введите не меньше трёх букв или цифр')).toBeTruthy();
    await user.type(box(), 'шова');
    const list = await screen.findByRole('list', { name: 'Консультанты' });
    expect(within(list).getByText('Светлана Ершова')).toBeTruthy();
    expect(list.textContent).toContain('01000512, Томск');
    expect(screen.getByText('Найдено: 1')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'В моей структуре' }));
    await waitFor(() => expect(sent(SEARCH)).toHaveLength(2));
    expect(sent(SEARCH)).toEqual([
      { search: 'ершова', scope: 'all' },
      { search: 'ершова', scope: 'structure' },
    ]);
  });

  it('nobody found, a shop that does not answer, no signal: each in words', async () => {
    const { user, all, store } = open('search', { [SEARCH]: found([]) });
    await user.type(box(), 'ъъъ');
    expect(await screen.findByText(/Никого не нашли/)).toBeTruthy();
    all[SEARCH] = null;
    await user.type(box(), 'ъ');
    const again = await screen.findByRole('button', { name: 'Повторить' });
    all[SEARCH] = found([svetlana]);
    await user.click(again);
    expect(await screen.findByText('Светлана Ершова')).toBeTruthy();
    act(() => goOffline(store));
    await user.type(box(), 'ъ');
    expect(await screen.findByText(/Нужен интернет/)).toBeTruthy();
  });

  it('a number is copied with one tap', async () => {
    const { user, store } = open('search');
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.type(box(), '01000512');
    await user.click(await screen.findByRole('button', { name: 'Скопировать номер: Светлана Ершова' }));
    expect(write).toHaveBeenCalledWith('01000512');
    await waitFor(() => expect(store.get(toastsAtom).map(({ text }) => text)).toEqual(['Номер 01000512 скопирован']));
  });
});
