// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { updateAtom, UpdateNotice } from '#src/app/UpdateNotice.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What a person is told about a new build; that it comes, tests/e2e/update-asks.spec.ts shows.

const shown = () => screen.getByRole('status').textContent;
const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Обнов/ });

it('says nothing while there is no other build', () => {
  onScreen(<UpdateNotice />);
  expect(shown()).toBe('');
});

it('one waits: asks, and takes it by a tap', async () => {
  const apply = vi.fn<() => Promise<void>>(async () => {});
  const { user, store } = onScreen(<UpdateNotice />);
  act(() => store.set(updateAtom, { kind: 'waiting', apply }));
  expect(shown()).toContain('Доступна новая версия');
  expect(shown()).toContain('Корзина и черновики останутся');
  expect(apply).not.toHaveBeenCalled();
  await user.click(again());
  expect(apply).toHaveBeenCalledTimes(1);
});

it('held by a form: says what to do, and may be asked again', async () => {
  const apply = vi.fn<() => Promise<void>>(async () => {});
  const { user, store } = onScreen(<UpdateNotice />);
  act(() => store.set(updateAtom, { kind: 'held', apply }));
  expect(shown()).toContain('Открыта незавершённая форма');
  await user.click(again());
  expect(apply).toHaveBeenCalledTimes(1);
});

it('on its way: a second tap does nothing', () => {
  const { store } = onScreen(<UpdateNotice />);
  act(() => store.set(updateAtom, { kind: 'applying' }));
  expect(again().disabled).toBe(true);
  expect(again().textContent).toBe('Обновляем…');
});

it('«Позже» puts it away', async () => {
  const { user, store } = onScreen(<UpdateNotice />);
  act(() => store.set(updateAtom, { kind: 'waiting', apply: async () => {} }));
  await user.click(screen.getByRole('button', { name: 'Позже' }));
  expect(shown()).toBe('');
});
