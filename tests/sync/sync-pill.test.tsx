// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SyncPill } from '#src/app/SyncPill.tsx';
import { pillAtom } from '#src/features/sync/pill.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// What the pill shows of what it is told; what it is told: pill-rules.test.ts, keep-pill.test.ts.

const pill = () => screen.getByRole('status', { name: 'Состояние синхронизации' });

it('is in the page with nothing in it, so that a change is announced', () => {
  onScreen(<SyncPill />);
  expect(pill().textContent).toBe('');
  expect(screen.queryByRole('link')).toBeNull();
});

it('without a signal it says so, and leads to the queue', () => {
  const { store } = onScreen(<SyncPill />);
  act(() => goOffline(store));
  expect(pill().textContent).toContain('Нет сети');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/user/sync');
});

it('without a signal each fact stands apart, also one that was said before it went', () => {
  const { store } = onScreen(<SyncPill />);
  act(() => store.set(pillAtom, { tone: 'wait', text: 'Отправляем…', more: ' 3 из 5' }));
  act(() => goOffline(store));
  expect(pill().textContent).toBe('Нет сети · Отправляем… 3 из 5');
  act(() => store.set(pillAtom, { tone: 'wait', text: 'в очереди: 2 · не отправлено: 1' }));
  expect(pill().textContent).toBe('Нет сети · в очереди: 2 · не отправлено: 1');
});

it('with a signal it says only what it is told; a count beside it is not read out', () => {
  const { store } = onScreen(<SyncPill />);
  act(() => store.set(pillAtom, { tone: 'wait', text: 'Отправляем…', more: ' 3 из 5' }));
  expect(pill().textContent).toBe('Отправляем… 3 из 5');
  expect(pill().querySelector('[aria-hidden="true"]')?.textContent).toBe(' 3 из 5');
  act(() => store.set(pillAtom, null));
  expect(pill().textContent).toBe('');
});
