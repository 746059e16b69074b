// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Sponsor } from '#contract/session.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { visitorSponsorAtom } from '#src/features/sponsor/visitor-sponsor.atoms.ts';
import { Register } from '#src/screens/Register.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// A link of a chat, a phone that was lent: whoever registers need not become the guest of whoever sent it.

const maria: Sponsor = { id: 5, cons_id: '01000157', name: 'Мария Соколова', photo: null, city: 'Новосибирск', status: null, is_house: false }; // prettier-ignore
const number = () => screen.queryByRole('textbox', { name: /^Номер консультанта/ });

it('«Это не тот человек» takes the card away and asks for a number, with the cursor in it', async () => {
  const { store, user } = onScreen(<Register />);
  act(() => {
    store.set(sessionStateAtom, { ...guestSession, known: true });
    store.set(visitorSponsorAtom, maria);
  });
  expect(await screen.findByText('Мария Соколова', { exact: false })).toBeTruthy();
  expect(number()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Это не тот человек' }));
  expect(screen.queryByText('Мария Соколова', { exact: false })).toBeNull();
  expect(document.activeElement).toBe(number());
  expect(number()).not.toBeNull();
});
