// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DeskRow } from '#contract/desk-orders.ts';
import { StartMany } from '#src/staff/desk/orders/StartMany.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// Several orders into packing at once (docs/product/desk.md#queues).

const row = (id: number) => ({ id, version: 3 }) as unknown as DeskRow; // The part reads no more of it.

it('each is asked for by itself, and one that cannot be taken is named with its reason', async () => {
  const onDone = vi.fn<() => void>();
  const { user, asked } = onScreen(
    <StartMany rows={[row(30_001), row(30_002)]} isOnline onDone={onDone} />,
    ({ body }) => {
      const why = (body as { exp_id: number }).exp_id === 30_001 ? 'Заказ ждёт: уточняем адрес' : 'Заказ изменился';
      return { http: 200, body: { status: 'error', code: 'order_held', message: why } };
    },
  );
  await user.click(screen.getByRole('button', { name: 'Взять в сборку: 2' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/api/desk/parcels/start', { exp_id: 30_001, version: 3 }],
    ['/api/desk/parcels/start', { exp_id: 30_002, version: 3 }],
  ]);
  const said = [...screen.getByRole('alert').querySelectorAll('li')].map((one) =>
    one.textContent?.replaceAll(/\s/g, ' '),
  );
  expect(said).toEqual(['№ 30 001: Заказ ждёт: уточняем адрес', '№ 30 002: Заказ изменился']);
});

it('nothing is chosen: nothing is asked, and what to do is said', async () => {
  const { user, asked } = onScreen(<StartMany rows={[]} isOnline onDone={() => {}} />);
  expect(screen.getByText('Отметьте заказы, которые пора собирать.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Взять в сборку: 0' }));
  expect(asked).toEqual([]);
});
