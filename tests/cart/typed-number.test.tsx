// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { TypedNumber } from '#src/features/cart/TypedNumber.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// The number between the two buttons of a card (docs/product/catalogue.md#front): a tap makes it a field.

function open(barred?: string) {
  const typed = vi.fn<(value: number) => void>();
  function Number() {
    const [value, setValue] = useState(2);
    return (
      <TypedNumber
        value={value}
        barred={barred}
        onInput={(next) => {
          typed(next);
          setValue(next);
        }}
      />
    );
  }
  return { typed, ...onScreen(<Number />) };
}
const number = () => screen.getByRole('button', { name: /ввести число/ });
const field = () => screen.getByRole('textbox', { name: 'Количество, шт.' });

it('Enter keeps what was typed, once, and gives the focus back to the number without pressing it', async () => {
  const { user, typed } = open();
  await user.click(number());
  expect(document.activeElement).toBe(field());
  await user.keyboard('14{Enter}');
  expect(typed.mock.calls).toEqual([[14]]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(number());
  expect(number().textContent).toBe('14');
});

it('Escape leaves the number as it was; a field that is left keeps what was typed', async () => {
  const { user, typed } = open();
  await user.click(number());
  await user.keyboard('9{Escape}');
  expect(typed).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(number());
  await user.click(number());
  await user.keyboard('7');
  await user.tab();
  expect(typed.mock.calls).toEqual([[7]]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('takes figures and no more than three of them; an empty field changes nothing', async () => {
  const { user, typed } = open();
  await user.click(number());
  await user.keyboard('1a2-3.45{Enter}');
  expect(typed.mock.calls).toEqual([[123]]);
  await user.click(number());
  await user.clear(field());
  await user.keyboard('{Enter}');
  expect(typed.mock.calls).toEqual([[123]]);
});

it('a cart that is closed says why and opens no field', async () => {
  const { user } = open('Корзину меняют на другом экране');
  await user.click(number());
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(number().getAttribute('aria-description')).toBe('Корзину меняют на другом экране');
});
