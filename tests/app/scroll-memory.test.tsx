// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScrollMemory } from '#src/app/scroll-memory.ts';

// Back restores the place exactly (docs/product/look.md#feel), also where a list takes seconds to have its height again.

/** How far this page can be scrolled now. */
let room = 0;
let top = 0;
const Frame = () => {
  useScrollMemory();
  return null;
};

beforeEach(() => {
  vi.useFakeTimers();
  room = 3000;
  top = 0;
  vi.stubGlobal('scrollTo', (to: ScrollToOptions) => {
    top = Math.min(to.top ?? 0, room);
    dispatchEvent(new Event('scroll'));
  });
  Object.defineProperty(globalThis, 'scrollY', { configurable: true, get: () => top });
  history.replaceState({ entry: 'list' }, '', '/katalog');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'scrollY');
});

/** Far down the list, to a product and back: of the list only its head stands by now. */
function comeBack(): void {
  render(<Frame />);
  scrollTo({ top: 1800 });
  act(() => history.pushState({ entry: 'product' }, '', '/produkt/chay-10101'));
  expect(scrollY).toBe(0);
  room = 200;
  act(() => {
    history.replaceState({ entry: 'list' }, '', '/katalog');
    dispatchEvent(new Event('popstate'));
  });
  expect(scrollY).toBe(200);
}

it('a list that stands after four seconds is where it was left', () => {
  comeBack();
  vi.advanceTimersByTime(4000);
  room = 3000;
  vi.advanceTimersByTime(100);
  expect(scrollY).toBe(1800);
});

it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  '%s: the person is elsewhere by now, and stays there',
  (type) => {
    comeBack();
    dispatchEvent(new Event(type));
    top = 120;
    room = 3000;
    vi.advanceTimersByTime(1000);
    expect(scrollY).toBe(120);
  },
);
