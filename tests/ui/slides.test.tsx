// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Slides } from '#src/ui/Slides.tsx';

// A row that slides; how far it slides is the browser's.

let measure = (): void => {};
afterEach(cleanup);
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        measure = tell;
      }
      observe = () => {};
      disconnect = () => {};
    },
  ),
);

function drawn() {
  render(
    <Slides title="Хиты">
      {[1, 2, 3].map((id) => (
        <article key={id}>
          <a href={`/produkt/${id}`} tabIndex={-1}>
            Картинка
          </a>
          <a href={`/produkt/${id}`}>{`Товар ${id}`}</a>
          <input aria-label={`Сколько ${id}`} />
        </article>
      ))}
    </Slides>,
  );
  return userEvent.setup();
}
const link = (id: number) => screen.getByRole('link', { name: `Товар ${id}` });

it('← → Home End go from card to card, and stop at the ends', async () => {
  const user = drawn();
  link(1).focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(link(2));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(link(3));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(link(3));
  await user.keyboard('{Home}{ArrowLeft}');
  expect(document.activeElement).toBe(link(1));
});

it('a field inside a card keeps its arrows', async () => {
  const user = drawn();
  const field = screen.getByRole('textbox', { name: 'Сколько 1' });
  field.focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(field);
});

it('the arrows are there when there is something to slide to, and say which row they turn', async () => {
  drawn();
  const row = link(1).closest('article')!.parentElement!.parentElement!;
  const buttons = () =>
    screen.queryAllByRole('button').map((one) => [one.getAttribute('aria-label'), one.hasAttribute('disabled')]);
  Object.defineProperties(row, {
    scrollWidth: { configurable: true, value: 900 },
    clientWidth: { configurable: true, value: 300 },
  });
  row.dispatchEvent(new Event('scroll'));
  measure();
  await waitFor(() =>
    expect(buttons()).toEqual([
      ['Хиты: назад', true],
      ['Хиты: дальше', false],
    ]),
  );
  row.scrollLeft = 600;
  row.dispatchEvent(new Event('scroll'));
  await waitFor(() =>
    expect(buttons()).toEqual([
      ['Хиты: назад', false],
      ['Хиты: дальше', true],
    ]),
  );
  Object.defineProperty(row, 'clientWidth', { configurable: true, value: 900 });
  row.dispatchEvent(new Event('scroll'));
  await waitFor(() => expect(buttons()).toEqual([]));
});
