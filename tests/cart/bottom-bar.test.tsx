// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CartSticky } from '#src/features/cart/CartTotals.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// Toasts stand above the bar with the total (Notices.module.css reads the height); layout itself is the browser's.

let grow = (_px: number): void => {};
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe(bar: HTMLElement): void {
        grow = (px) => {
          Object.defineProperty(bar, 'offsetHeight', { configurable: true, value: px });
          this.#tell();
        };
      }
      disconnect(): void {
        grow = () => {};
      }
    },
  ),
);
afterEach(() => document.documentElement.removeAttribute('style'));

const totals = { count: 2, clientSum: 20_000, discount: 0, sum: 20_000, weight: 100, points: null };
const height = () => document.documentElement.style.getPropertyValue('--bottom-bar');

it('the page knows how tall the bar with the total is, and forgets it with the bar', () => {
  const { unmount } = onScreen(<CartSticky totals={totals} />);
  grow(87);
  expect(height()).toBe('87px');
  grow(131);
  expect(height()).toBe('131px');
  unmount();
  expect(height()).toBe('');
});
