// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ScreenPath } from '#contract/paths.ts';
import type { User } from '#contract/session.ts';
import { Guarded } from '#src/app/Guarded.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { User as Cabinet } from '#src/screens/User.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What a screen that is closed says, and that nothing leads to it; docs/product/addresses.md#who-may-enter.

const WHOLESALER: Partial<User> = { role: 'optovik', isOptovik: true };
const open = (path: ScreenPath) => onScreen(<Guarded route={{ path, screen: () => <p>Открыто</p> }} isBare={false} />);
const enter = ({ store }: ReturnType<typeof onScreen>, who: Partial<User>) =>
  act(async () =>
    store.set(sessionStateAtom, {
      ...guestSession,
      known: true,
      user: { ...guestSession.user, isGuest: false, id: 7, ...who },
    }),
  );

describe('«Обучение»', () => {
  it.each<ScreenPath>(['/user/education', '/user/education/course/:id', '/user/education/lesson/:id/quiz'])(
    '%s tells a wholesale buyer whom it is open to',
    async (path) => {
      await enter(open(path), WHOLESALER);
      expect(await screen.findByRole('heading', { level: 1, name: 'Недостаточно прав' })).toBeTruthy();
      expect(screen.getByText(/^Обучение открыто клиентам и консультантам\./)).toBeTruthy();
    },
  );
  it('is offered in the cabinet to a client, and not to a wholesale buyer', async () => {
    const drawn = onScreen(<Cabinet />);
    await enter(drawn, { role: 'client' });
    expect(screen.getAllByText('Обучение')).not.toEqual([]);
    await enter(drawn, WHOLESALER);
    expect(screen.getAllByText('Избранное')).not.toEqual([]);
    expect(screen.queryByText(/Обучени|[Уу]рок/)).toBeNull();
  });
});

it('an account that may only look is told so, where nothing else stands in the way', async () => {
  await enter(open('/punkt'), { role: 'cons', isCons: true, isPunktVydachi: true, readonly: true });
  expect(await screen.findByText(/^Аккаунт только для просмотра\./)).toBeTruthy();
});

it('everybody else: the page is for another role', async () => {
  await enter(open('/desk'), { role: 'client' });
  expect(await screen.findByText(/^Эта страница открыта для другой роли\./)).toBeTruthy();
});
