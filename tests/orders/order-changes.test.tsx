// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { OrderPage } from '#src/features/orders/OrderPage.tsx';
import { RepeatSlot } from '#src/features/orders/slots.ts';
import {
  type Answers,
  cancelled,
  item,
  openOrders,
  order,
  paid,
  refused,
  said,
} from '#tests/orders/order-on-screen.tsx';

// What can be done with an order: cancel it, pay otherwise, take fewer pieces, repeat it. A failure of each is told in words.

const HERE = '/api/order/5';
const CANCEL = '/user/order/cancel';
const METHOD = '/user/order/change-payment-method';
const PREVIEW = '/api/order/preview-change';
const CHANGE = '/api/order/change';
const open = (more: Partial<Order>, answers: Answers = {}, onRepeat: (one: Order) => void = () => {}) =>
  openOrders(
    <RepeatSlot value={onRepeat}>
      <OrderPage orderRef={{ id: 5 }} picture={() => null} />
    </RepeatSlot>,
    { answers: { [HERE]: said({ order: order(5, more) }), ...answers }, address: '/user/orders/5' },
  );
type Opened = Awaited<ReturnType<typeof open>>;
/** Opens the sheet behind a button; gives what is in it. */
async function sheet({ user }: Opened, button: string, name: RegExp | string) {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name }));
}
const fault = () => screen.findByRole('dialog', { name: 'Ошибка' });
const plain = (element: Element): string => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const assign = () => vi.spyOn(location, 'assign').mockImplementation(() => {});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

describe('cancelling', () => {
  it('nothing paid: says that nothing was taken, asks nothing more', async () => {
    const { payment } = order(5);
    const after = order(5, { ...cancelled, refunded: 0, payment: { ...payment, can_pay: false, pay_until: null } });
    const drawn = await open({}, { [CANCEL]: said({ order: after }) });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ №\s30\s005\?$/);
    expect(asked.getByText(/Деньги не списаны/)).toBeTruthy();
    expect(asked.queryByRole('radiogroup')).toBeNull();
    await drawn.user.click(asked.getByRole('button', { name: 'Отменить заказ' }));
    expect(await screen.findByText('Заказ отменён')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    // The page shows the answer without asking again.
    expect(screen.getByText(/Сумма заказа/)).toBeTruthy();
  });
  it.each([
    ['Туда, откуда пришла оплата', 'source'],
    ['На личный счёт', 'ls'],
  ])('paid: how much comes back, and where: %s', async (words, refundTo) => {
    const drawn = await open(paid, { [CANCEL]: said({ order: order(5, cancelled) }) });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    expect(plain(asked.getByText('Вернём').parentElement!)).toContain('1 000 ₽');
    await drawn.user.click(asked.getByRole('radio', { name: new RegExp(words) }));
    await drawn.user.click(asked.getByRole('button', { name: 'Отменить заказ' }));
    await waitFor(() => expect(drawn.bodyTo(CANCEL)).toEqual({ exp_id: 5, refund_to: refundTo }));
  });
  it('what the accounts have paid comes back on them, and is named', async () => {
    const drawn = await open({ ...paid, spend: { 2: { order: 10_000, delivery: 0 } } });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    expect(plain(asked.getByText('На бонусный счёт').parentElement!)).toContain('100 ₽');
    expect(asked.queryByText('На комиссионный счёт')).toBeNull();
  });
  it('points that go with it are named', async () => {
    const drawn = await open({ ...paid, sum_balls: 1250 });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    expect(asked.getByText('Баллы уйдут')).toBeTruthy();
  });
  it('taken back: nothing was asked of the shop', async () => {
    const drawn = await open(paid);
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    await drawn.user.click(asked.getByRole('button', { name: 'Не отменять' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(drawn.asked.some(({ path }) => path === CANCEL)).toBe(false);
  });
  it('refused: the words of the shop, and the order stays', async () => {
    const drawn = await open(paid, { [CANCEL]: refused('order_packed', 'Заказ уже собран, отменить нельзя.') });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    await drawn.user.click(asked.getByRole('button', { name: 'Отменить заказ' }));
    expect(within(await fault()).getByText('Заказ уже собран, отменить нельзя.')).toBeTruthy();
    expect(screen.queryByText('Заказ отменён')).toBeNull();
  });
  it('the answer is lost: it is checked under the same key before either is told', async () => {
    const drawn = await open(paid, { [CANCEL]: null });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    await drawn.user.click(asked.getByRole('button', { name: 'Отменить заказ' }));
    expect(await asked.findByText(/Проверяем, отменился ли заказ/)).toBeTruthy();
    drawn.answers[CANCEL] = said({ order: order(5, cancelled) });
    await drawn.passTime();
    expect(await screen.findByText('Заказ отменён')).toBeTruthy();
  });
  it('nobody can tell: the words of the specification', async () => {
    const drawn = await open(paid, { [CANCEL]: null });
    const asked = await sheet(drawn, 'Отменить заказ', /^Отменить заказ/);
    await drawn.user.click(asked.getByRole('button', { name: 'Отменить заказ' }));
    const said = await waitFor(async () => {
      await drawn.passTime();
      return screen.getByRole('dialog', { name: 'Ошибка' });
    });
    expect(within(said).getByText('Извините, попробуйте позже.')).toBeTruthy();
  });
});

describe('another way to pay', () => {
  it('a way with a page leads there', async () => {
    const go = assign();
    const link = 'https://bank.test/pay/1';
    const payment = { type: 7, name: 'SberPay', state: 'waiting', paid: false, can_pay: true, expires_at: null };
    const drawn = await open({}, { [METHOD]: said({ exp_id: 5, payment, link }) });
    const asked = await sheet(drawn, 'Другой способ оплаты', /^Чем оплатить 1\s000\s₽$/);
    expect((asked.getByRole('radio', { name: /^Банковской картой/ }) as HTMLInputElement).checked).toBe(true);
    await drawn.user.click(await asked.findByRole('radio', { name: 'SberPay' }));
    await drawn.user.click(asked.getByRole('button', { name: 'Оплатить этим способом' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(link));
    expect(drawn.bodyTo(METHOD)).toEqual({ exp_id: 5, payment_type: 7 });
  });
  it('СБП leads nowhere: its code is on the page of the order', async () => {
    const go = assign();
    const payment = { ...order(5).payment, type: 5, name: 'СБП (QR-код)' };
    const attempt = { type: 5, name: payment.name, state: 'waiting', paid: false, can_pay: true, expires_at: null };
    const link = 'https://bank.test/qr/1';
    const drawn = await open(
      {},
      {
        [METHOD]: said({ exp_id: 5, payment: attempt, link }),
        '/user/order/get-payment-link': said({
          link,
          provider: 'yookassa',
          qr: link,
          is_test: false,
          expires_at: '2026-11-22T12:02:00Z',
        }),
      },
    );
    const asked = await sheet(drawn, 'Другой способ оплаты', /^Чем оплатить/);
    await drawn.user.click(await asked.findByRole('radio', { name: /^СБП/ }));
    drawn.answers[HERE] = said({ order: order(5, { payment }) });
    await drawn.user.click(asked.getByRole('button', { name: 'Оплатить этим способом' }));
    expect(await screen.findByRole('img', { name: 'QR-код для оплаты через СБП' })).toBeTruthy();
    expect(go).not.toHaveBeenCalled();
  });
  it('one without a page shows the order as it is now', async () => {
    const payment = { ...order(5).payment, type: 3, name: 'По реквизитам (квитанция)' };
    const drawn = await open(
      {},
      {
        [METHOD]: said({
          exp_id: 5,
          payment: { type: 3, name: payment.name, state: 'waiting', paid: false, can_pay: true, expires_at: null },
          link: null,
        }),
      },
    );
    const asked = await sheet(drawn, 'Другой способ оплаты', /^Чем оплатить/);
    await drawn.user.click(await asked.findByRole('radio', { name: /^По реквизитам/ }));
    drawn.answers[HERE] = said({ order: order(5, { payment }) });
    await drawn.user.click(asked.getByRole('button', { name: 'Оплатить этим способом' }));
    expect(
      await within(await screen.findByRole('region', { name: 'Товары' })).findByText('По реквизитам (квитанция)'),
    ).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it.each([
    ['refused', refused('payment_closed', 'Способ оплаты уже нельзя сменить.'), 'Способ оплаты уже нельзя сменить.'],
    ['broken', { http: 500, body: 'oops' }, 'Извините, попробуйте позже.'],
  ])('%s: told in words', async (_name, answer, words) => {
    const drawn = await open({}, { [METHOD]: answer });
    const asked = await sheet(drawn, 'Другой способ оплаты', /^Чем оплатить/);
    await drawn.user.click(asked.getByRole('button', { name: 'Оплатить этим способом' }));
    const told = await waitFor(async () => {
      await drawn.passTime();
      return screen.getByRole('dialog', { name: 'Ошибка' });
    });
    expect(within(told).getByText(words)).toBeTruthy();
  });
});

describe('fewer pieces', () => {
  const lines = [item(1, { quantity: 3, sum: 150_000 }), item(2, { title: 'Магний', quantity: 1, sum: 50_000 })];
  const before: Partial<Order> = { ...paid, items: lines, sum_amount: 200_000, due: 200_000, version: 4 };
  const change = (to: number, refund: number) =>
    said({
      change: {
        version: 4,
        sum_amount: { from: 200_000, to },
        spend: { from: {}, to: {} },
        due: { from: 200_000, to },
        refund,
        returned: 0,
        sum_balls: null,
      },
    });
  const less = (asked: ReturnType<typeof within>, line: string, times = 1) => {
    const button = within(asked.getByText(line).closest('li')!).getByRole('button', { name: 'Убавить' });
    return Array.from({ length: times }, () => button);
  };
  it('the money of it is shown first, then agreed to under the version of the screen', async () => {
    const drawn = await open(before, { [PREVIEW]: change(150_000, 50_000), [CHANGE]: said({ order: order(5, paid) }) });
    const asked = await sheet(drawn, 'Убрать товары', 'Убрать товары');
    expect((asked.getByRole('button', { name: 'Посчитать' }) as HTMLButtonElement).disabled).toBe(true);
    for (const button of less(asked, 'Крем «Роса»')) await drawn.user.click(button);
    await drawn.user.click(asked.getByRole('button', { name: 'Посчитать' }));
    expect(plain((await asked.findByText('Станет')).parentElement!)).toContain('1 500 ₽');
    expect(asked.getByText('Вернётся туда, откуда пришла оплата')).toBeTruthy();
    expect(drawn.asked.some(({ path }) => path === CHANGE)).toBe(false);
    await drawn.user.click(asked.getByRole('button', { name: 'Изменить заказ' }));
    expect(await screen.findByText('Заказ изменён')).toBeTruthy();
    expect(drawn.bodyTo(CHANGE)).toEqual({
      exp_id: 5,
      version: 4,
      lines: [{ line_id: 1, quantity: 2 }],
      expected_due: 150_000,
    });
  });
  it('another wish forgets the sum that was counted', async () => {
    const drawn = await open(before, { [PREVIEW]: change(150_000, 50_000) });
    const asked = await sheet(drawn, 'Убрать товары', 'Убрать товары');
    for (const button of less(asked, 'Крем «Роса»')) await drawn.user.click(button);
    await drawn.user.click(asked.getByRole('button', { name: 'Посчитать' }));
    await asked.findByText('Станет');
    for (const button of less(asked, 'Магний')) await drawn.user.click(button);
    expect(asked.queryByText('Станет')).toBeNull();
  });
  it('nothing left is a cancelled order, and that is another button', async () => {
    const drawn = await open(before);
    const asked = await sheet(drawn, 'Убрать товары', 'Убрать товары');
    for (const button of [...less(asked, 'Крем «Роса»', 3), ...less(asked, 'Магний')]) await drawn.user.click(button);
    expect(asked.getByText('Чтобы убрать всё, отмените заказ целиком.')).toBeTruthy();
    expect((asked.getByRole('button', { name: 'Посчитать' }) as HTMLButtonElement).disabled).toBe(true);
  });
  it.each([
    [
      'refused',
      refused('order_changed', 'Заказ изменился. Откройте его снова.'),
      'Заказ изменился. Откройте его снова.',
    ],
    ['no network', null, 'Извините, попробуйте позже.'],
  ])('a count that is %s is told; the wish stays', async (_name, answer, words) => {
    const drawn = await open(before, { [PREVIEW]: answer });
    const asked = await sheet(drawn, 'Убрать товары', 'Убрать товары');
    for (const button of less(asked, 'Крем «Роса»')) await drawn.user.click(button);
    await drawn.user.click(asked.getByRole('button', { name: 'Посчитать' }));
    expect(within(await fault()).getByText(words)).toBeTruthy();
    await drawn.user.click(within(await fault()).getByRole('button', { name: 'ОК' }));
    expect((asked.getByRole('button', { name: 'Посчитать' }) as HTMLButtonElement).disabled).toBe(false);
  });
});

it('«Повторить заказ» hands the whole order to the cart', async () => {
  const repeated: Order[] = [];
  const { user } = await open(paid, {}, (one) => repeated.push(one));
  await user.click(await screen.findByRole('button', { name: 'Повторить заказ' }));
  expect(repeated.map(({ id, items }) => [id, items.length])).toEqual([[5, 1]]);
});
