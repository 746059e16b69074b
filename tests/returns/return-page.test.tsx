// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import type { OrderReturn } from '#contract/returns.ts';
import { ReturnPage } from '#src/features/orders/returns/ReturnPage.tsx';
import { item, openOrders, order, paid, said } from '#tests/orders/order-on-screen.tsx';

// docs/product/returns.md on the buyer's screen; that the shop answers so, returns.test.ts shows.

const received = {
  ...paid,
  status: { id: 6, name: 'Получен', at: '2026-11-20T12:00:00+03:00' },
  can_cancel: false,
  can_change_lines: false,
  can_return: true,
} as const;
const option = (line_id: number, more: object = {}) => ({
  line_id,
  title: `Товар ${line_id}`,
  image: null,
  pieces: 2,
  limited: false,
  unwanted_until: '2026-11-27T20:59:59.000Z',
  guarantee_until: '2028-11-20T09:00:00.000Z',
  ...more,
});
const asked: OrderReturn = {
  id: 5,
  number: 1,
  code: 'R30377-1',
  state: 'approved',
  at: '2026-11-22T10:00:00.000Z',
  asked_at: '2026-11-21T10:00:00.000Z',
  lines: [{ line_id: 1, title: 'Крем «Роса»', pieces: 1, reason: 'defect', unopened: false, received: null }],
  words: 'Треснула крышка',
  photos: ['/api/photos/a.webp'],
  answer: 'Принесите в пункт выдачи',
  refund: null,
  can_withdraw: true,
};
async function open(options: object[], { returns = [] as OrderReturn[], canReturn = true } = {}) {
  const one = order(30_377, { ...received, can_return: canReturn, items: [item(1)], returns });
  return openOrders(<ReturnPage orderRef={{ id: 30_377 }} picture={() => null} />, {
    address: '/user/orders/30377/return',
    answers: {
      '/api/order/30377': said({ order: one }),
      '/api/order/return-options': said({ options }),
      '/api/order/return': said({ order: { ...one, returns: [asked] } }),
      '/api/order/return-withdraw': said({
        order: { ...one, returns: [{ ...asked, state: 'withdrawn', can_withdraw: false }] },
      }),
    },
  });
}
const pieces = (title: string) => screen.findByRole('combobox', { name: `Сколько вернуть: ${title}` });
const send = () => screen.getByRole('button', { name: 'Отправить магазину' });

it('asks for a reason and words, each at its field, and sends what was chosen', async () => {
  const { user, bodyTo, container } = await open([option(1), option(2, { limited: true })]);
  await user.selectOptions(await pieces('Товар 1'), '2');
  await user.click(send());
  expect(await screen.findByText('Выберите причину')).toBeTruthy();
  expect(bodyTo('/api/order/return')).toBeUndefined();
  await user.selectOptions(screen.getByRole('combobox', { name: /^Причина/ }), 'damaged');
  await user.click(send());
  expect(await screen.findByText('Опишите, что с товаром не так')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Что случилось/ }), { target: { value: 'Разбит флакон' } });
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  await user.click(send());
  await waitFor(() =>
    expect(bodyTo('/api/order/return')).toEqual({
      exp_id: 30_377,
      lines: [{ line_id: 1, pieces: 2, reason: 'damaged', unopened: false }],
      words: 'Разбит флакон',
      photos: [],
    }),
  );
  expect(await screen.findByText('Возврат отправлен магазину')).toBeTruthy();
  expect(screen.getByRole('article', { name: 'R30377-1' })).toBeTruthy();
});

it('a limited kind asks whether it is unopened; a reason whose days are over is not offered', async () => {
  const { user } = await open([
    option(1, { limited: true }),
    option(2, { unwanted_until: '2026-11-20T20:59:59.000Z' }),
    option(3, { unwanted_until: '2026-11-20T20:59:59.000Z', guarantee_until: '2026-11-21T00:00:00.000Z' }),
    option(4, { pieces: 0 }),
  ]);
  await user.selectOptions(await pieces('Товар 1'), '1');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Причина/ }), 'unwanted');
  await user.click(send());
  expect(await screen.findByText(/Если упаковка не вскрыта, отметьте это/)).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Упаковка не вскрыта' })).toBeTruthy();
  await user.selectOptions(await pieces('Товар 1'), '0');
  await user.selectOptions(await pieces('Товар 2'), '1');
  const reasons = within(screen.getByRole('combobox', { name: /^Причина/ })).getAllByRole('option');
  expect(reasons.map(({ textContent }) => textContent)).toEqual(['Выберите', 'Товар с недостатком', 'Повреждено в дороге', 'Привезли не то']); // prettier-ignore
  expect(screen.getByText('Срок возврата этого товара закончился.')).toBeTruthy();
  expect(screen.queryByText('Товар 4')).toBeNull();
});

it('a refusal stays beside what was typed, and nothing is lost', async () => {
  const { user, answers } = await open([option(1)]);
  answers['/api/order/return'] = {
    http: 200,
    body: {
      status: 'error',
      code: 'validation',
      message: 'Проверьте',
      errors: { line_1: ['Столько вернуть нельзя: часть уже в другом возврате'] },
    },
  };
  await user.selectOptions(await pieces('Товар 1'), '2');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Причина/ }), 'unwanted');
  await user.click(send());
  expect(await screen.findByText(/часть уже в другом возврате/)).toBeTruthy();
  expect(((await pieces('Товар 1')) as HTMLSelectElement).value).toBe('2');
});

it('shows the shop’s answer, and withdraws after a second tap', async () => {
  const { user, bodyTo } = await open([], { returns: [asked], canReturn: false });
  expect(await screen.findByText('Принесите в пункт выдачи')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Фото 1' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Отозвать возврат' }));
  expect(bodyTo('/api/order/return-withdraw')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Да, отозвать' }));
  await waitFor(() => expect(bodyTo('/api/order/return-withdraw')).toEqual({ exp_id: 30_377, return_id: 5 }));
  expect(await screen.findByText('Отозван')).toBeTruthy();
});

it('without a network the form says so and keeps what was typed', async () => {
  const { user, leaveNetwork } = await open([option(1)]);
  await user.selectOptions(await pieces('Товар 1'), '1');
  leaveNetwork();
  expect(((await pieces('Товар 1')) as HTMLSelectElement).value).toBe('1');
  expect((send() as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getAllByText(/Возврат отправляется с.интернетом/).length).toBeGreaterThan(0);
});
