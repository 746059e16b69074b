// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { guestUser } from '#src/features/session/guest-session.rules.ts';
import { OrderPage } from '#src/features/orders/OrderPage.tsx';
import type { OrderRef } from '#src/features/orders/orders.rules.ts';
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

// One order as its owner and as a guest sees it: reading, the payment that is waited for, the comment. Its changes: order-changes.

const HERE = '/api/order/5';
const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
const asOwner = (answers: Answers, search = '') =>
  openOrders(<OrderPage orderRef={{ id: 5 }} picture={() => null} />, { answers, address: `/user/orders/5${search}` });
const open = (more: Partial<Order>, answers: Answers = {}, search = '') =>
  asOwner({ [HERE]: said({ order: order(5, more) }), ...answers }, search);
const asGuest = (more: Partial<Order>, answers: Answers = {}) => {
  const ref: OrderRef = { token: TOKEN };
  return openOrders(<OrderPage orderRef={ref} picture={() => null} />, {
    user: guestUser,
    address: `/order/${TOKEN}`,
    answers: {
      [`/api/order/by-token/${TOKEN}`]: said({ order: order(5, { view: 'guest-start', ...more }) }),
      ...answers,
    },
  });
};
const region = (name: string) => screen.findByRole('region', { name });
const text = (element: Element): string => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const button = (name: string | RegExp) => screen.queryByRole('button', { name });
afterEach(() => {
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

describe('an order', () => {
  it('says its number, where it has been and what is ahead', async () => {
    await open(paid);
    expect(await screen.findByRole('heading', { level: 1, name: /^Заказ №\s30\s005$/ })).toBeTruthy();
    const stops = within(await region('Дорога заказа')).getAllByRole('listitem');
    expect(stops.map((stop) => stop.querySelector('b')?.textContent)).toEqual([
      'Новый',
      'Ожидает оплаты',
      'Оплачен',
      'Собирается',
      'Отправлен',
      'Получен',
    ]);
    expect(stops.findIndex((stop) => stop.getAttribute('aria-current') === 'step')).toBe(2);
  });
  it('the sum stands by its parts: lines, delivery, what the accounts paid', async () => {
    await open({
      ...paid,
      items: [item(1), item(2, { title: 'Магний', quantity: 1, sum: 50_000 })],
      sum_amount: 150_000,
      delivery_cost: 30_000,
      spend: { 0: { order: 40_000, delivery: 10_000 }, 2: { order: 5_000, delivery: 0 } },
      due: 125_000,
    });
    const goods = text(await region('Товары'));
    for (const part of [
      'Магний × 1',
      '1 500 ₽',
      '300 ₽',
      'С личного счёта',
      '−500 ₽',
      'С бонусного счёта',
      '−50 ₽',
      'Оплачено',
    ])
      expect(goods).toContain(part);
    expect(goods).toContain('1 250 ₽');
  });
  it('the code of issue is read as one number; receipts lead to themselves', async () => {
    const url = 'https://shop.test/receipt/1';
    await open({
      ...paid,
      issue_code: '4821',
      receipts: [{ title: 'Чек прихода', url, at: '2026-11-17T12:00:00+03:00', sum: 100_000 }],
    });
    expect(await screen.findByLabelText('Код на выдачу 4821')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Чек прихода/ }).getAttribute('href')).toBe(url);
  });
  it('that lies in a parcel of another order says in which', async () => {
    const parcels = [{ number: 1, state: 'sent' as const, at: '2026-11-18T12:00:00+03:00', track: 'RU12345', lines: [{ line_id: 1, pieces: 1 }] }]; // prettier-ignore
    const alone = await open({ ...paid, parcels });
    await region('Дорога заказа');
    expect(screen.queryByRole('region', { name: 'Посылки' })).toBeNull();
    alone.unmount();
    await open({ ...paid, parcels: parcels.map((one) => ({ ...one, inside: 30_400 })) });
    const card = within(await screen.findByRole('region', { name: 'Посылки' }));
    expect(card.getByRole('heading', { name: 'Едет вместе с другим заказом' })).toBeTruthy();
    expect(card.getByText(/^Лежит в одной посылке с заказом № 30.400$/)).toBeTruthy();
  });
  it('the track is copied by a tap', async () => {
    const { user } = await open({ ...paid, delivery: { ...order(5).delivery, name: 'СДЭК', track: '1056432109' } });
    await user.click(await screen.findByRole('button', { name: 'Скопировать' }));
    expect(await navigator.clipboard.readText()).toBe('1056432109');
    expect(await screen.findByText('Номер скопирован')).toBeTruthy();
  });
  it('one that is packed says why it is not cancelled any more', async () => {
    await open({
      ...paid,
      status: { id: 4, name: 'Отправлен', at: '2026-11-18T12:00:00+03:00' },
      can_cancel: false,
      can_change_lines: false,
    });
    expect(await screen.findByText(/Отменить уже нельзя: заказ собран/)).toBeTruthy();
    expect(button('Отменить заказ')).toBeNull();
  });
  it('a cancelled one has no acts but to be repeated, and says what came back', async () => {
    await open(cancelled);
    const acts = within(await region('Действия'));
    expect(acts.getAllByRole('button').map((one) => one.textContent)).toEqual(['Повторить заказ']);
    expect(text(await region('Товары'))).toContain('Вернули');
  });
});

describe('an order that is not shown', () => {
  it("another person's or none: says so without naming which", async () => {
    await asOwner({ [HERE]: refused('not_found', 'Заказ не найден', 404) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Такого заказа нет' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Мои заказы' }).getAttribute('href')).toBe('/user/orders');
  });
  it('no network and nothing kept: why, and «Повторить» brings it', async () => {
    const { user, answers } = await asOwner({ [HERE]: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Заказ не загрузился' })).toBeTruthy();
    answers[HERE] = said({ order: order(5) });
    await user.click(button('Повторить')!);
    expect(await screen.findByRole('heading', { level: 1, name: /^Заказ №/ })).toBeTruthy();
  });
  it('gone from the shop: gone from the phone', async () => {
    const first = await open(paid);
    await screen.findByRole('heading', { level: 1, name: /^Заказ №/ });
    first.unmount();
    const { answers, store } = first;
    answers[HERE] = refused('not_found', 'Заказ не найден', 404);
    const { loadOrderAtom, orderAtom } = await import('#src/features/orders/orders.atoms.ts');
    await store.set(loadOrderAtom, { id: 5 });
    answers[HERE] = null;
    await store.set(loadOrderAtom, { id: 5 });
    expect(store.get(orderAtom)({ id: 5 }).data).toBeNull();
  });
});

describe('without a signal', () => {
  it('the copy is read with its date; everything that asks the shop is closed, with the reason', async () => {
    const { leaveNetwork } = await open({ issue_code: '4821' });
    await screen.findByRole('heading', { level: 1, name: /^Заказ №/ });
    leaveNetwork();
    await waitFor(() => expect(screen.getByText(/^данные (на|от)/)).toBeTruthy());
    expect(screen.getByLabelText('Код на выдачу 4821')).toBeTruthy();
    for (const name of ['Другой способ оплаты', 'Убрать товары', 'Отменить заказ'])
      expect((button(name) as HTMLButtonElement).disabled).toBe(true);
    expect(button(/^Оплатить/)?.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Изменить заказ можно, когда будет сеть.')).toBeTruthy();
    // What is only put into the cart of this phone needs no network.
    expect((button('Повторить заказ') as HTMLButtonElement).disabled).toBe(false);
  });
});

describe('money that is waited for', () => {
  const STATUS = '/api/order/payment-status';
  const answer = (state: string) =>
    said({
      exp_id: 5,
      payment: { type: 1, name: 'Банковской картой', state, paid: state === 'paid', can_pay: true, expires_at: null },
    });
  it('until when, and what happens then', async () => {
    await open({});
    expect(text(await screen.findByText(/Оплатите до .*Потом заказ отменится/))).toMatch(/Потом заказ отменится\.$/);
  });
  it('what is held on accounts comes back: said only where something is', async () => {
    await open({ spend: { 2: { order: 70_000, delivery: 0 } } });
    expect(text(await screen.findByText(/Оплатите до/))).toContain('деньги на ваших счетах вернутся');
  });
  it('another way is chosen after a failure: the failure was of the one that is given up', async () => {
    const payment = { ...order(5).payment, type: 3, name: 'По реквизитам (квитанция)' };
    const given = { type: 3, name: payment.name, state: 'waiting', paid: false, can_pay: true, expires_at: null };
    const drawn = await open(
      {},
      {
        [STATUS]: answer('failed'),
        '/user/order/change-payment-method': said({ exp_id: 5, payment: given, link: null }),
      },
      '?paid=1',
    );
    expect(await screen.findByText(/Оплата не прошла/)).toBeTruthy();
    await drawn.user.click(screen.getByRole('button', { name: 'Другой способ оплаты' }));
    const asked = within(screen.getByRole('dialog', { name: /^Чем оплатить/ }));
    await drawn.user.click(await asked.findByRole('radio', { name: /^По реквизитам/ }));
    drawn.answers[HERE] = said({ order: order(5, { payment }) });
    await drawn.user.click(asked.getByRole('button', { name: 'Оплатить этим способом' }));
    await waitFor(() => expect(screen.queryByText(/Оплата не прошла/)).toBeNull());
    expect(location.search).toBe('');
  });
  it('the address of a browser that came back proves nothing', async () => {
    const { bodyTo } = await open({}, { [STATUS]: answer('waiting') }, '?paid=1');
    expect(await screen.findByText(/Проверяем оплату…/)).toBeTruthy();
    await waitFor(() => expect(bodyTo(STATUS)).toEqual({ exp_id: 5 }));
    expect(screen.queryByText(/Оплата получена/)).toBeNull();
  });
  it("the shop's word does", async () => {
    const { answers, asked, passTime } = await open({}, { [STATUS]: null }, '?paid=1');
    await screen.findByText(/Проверяем оплату…/);
    await waitFor(() => expect(asked.some(({ path }) => path === STATUS)).toBe(true));
    answers[STATUS] = answer('paid');
    answers[HERE] = said({ order: order(5, paid) });
    await waitFor(async () => {
      await passTime();
      expect(screen.getByText('Оплата получена. Спасибо!')).toBeTruthy();
    });
  });
  it('nobody is thanked for the payment of an order that was cancelled since', async () => {
    await open(cancelled, {}, '?paid=1');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/Оплата получена/)).toBeNull();
  });
  it('a bank that stays silent is not asked for ever: the person asks', async () => {
    const { user, answers, passTime } = await open({}, { [STATUS]: answer('waiting') }, '?paid=1');
    const asked = async () => {
      await passTime();
      return screen.getByRole('button', { name: 'Проверить сейчас' });
    };
    const again = await waitFor(asked);
    answers[STATUS] = answer('failed');
    await user.click(again);
    expect(await screen.findByText(/Оплата не прошла/)).toBeTruthy();
  });
  it.each([
    ['failed', /Оплата не прошла\. Деньги не списаны/],
    ['expired', /Оплата не прошла\. Деньги не списаны/],
    ['review', /Деньги пришли, но сумма другая/],
  ])('%s is said in words', async (state, words) => {
    await open({}, { [STATUS]: answer(state) }, '?paid=1');
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('a transfer by requisites', () => {
  const transfer = { ...order(5).payment, type: 3, name: 'По реквизитам (квитанция)' };
  const requisites = {
    name: 'ООО «Росток»',
    personalAcc: '40702810900000000001',
    bankName: 'Банк',
    bic: '044525225',
    correspAcc: '30101810400000000225',
    payeeInn: '7707083893',
    kpp: null,
  };
  const methods = said({ methods: [], requisites });
  it('shows a code and the same lines in words; the phone keeps them', async () => {
    const { leaveNetwork, store } = await open({ payment: transfer }, { '/api/payment/methods': methods });
    const card = await region('Оплата по реквизитам');
    expect(within(card).getByRole('img', { name: 'QR-код с реквизитами и суммой' })).toBeTruthy();
    expect(text(card)).toContain('40702810900000000001');
    expect(text(card)).toContain('Оплата заказа № 30005');
    leaveNetwork();
    const { storesAtom } = await import('#src/platform/memory/stores.atom.ts');
    const kept = await (await store.get(storesAtom).person('7')).get('payment:requisites');
    expect(kept).toEqual(requisites);
  });
});

describe('the comment', () => {
  const SAVE = '/api/order/comment';
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Комментарий к заказу/ });
  it('is saved, and says when', async () => {
    const { user, bodyTo } = await open({}, { [SAVE]: said({ order: order(5, { comment: 'Позвоните' }) }) });
    await user.type(await field(), 'Позвоните');
    await user.click(button('Сохранить')!);
    expect(await screen.findByText(/^Сохранено в /)).toBeTruthy();
    expect(bodyTo(SAVE)).toEqual({ exp_id: 5, comment: 'Позвоните' });
  });
  it('a refusal stands at the field, and what was typed stays', async () => {
    const { user } = await open({}, { [SAVE]: refused('order_closed', 'Заказ уже отправлен') });
    await user.type(await field(), 'Позвоните');
    await user.click(button('Сохранить')!);
    expect(await screen.findByText('Заказ уже отправлен')).toBeTruthy();
    expect((await field()).value).toBe('Позвоните');
  });
  it('what was typed outlives a reload and a dead network', async () => {
    const first = await open({});
    await first.user.type(await field(), 'Оставьте у соседа');
    first.leaveNetwork();
    await waitFor(() => expect((button('Сохранить') as HTMLButtonElement).disabled).toBe(true));
    expect(screen.getByText(/Сохраним, когда будет сеть/)).toBeTruthy();
    first.unmount();
    await open({});
    expect((await field()).value).toBe('Оставьте у соседа');
  });
});

describe("a guest's page", () => {
  it('is named by what happened; contacts stay masked; no code of issue, no comment', async () => {
    await asGuest({ recipient: { name: 'Вера С.', phone: '+7 *** *** 02 11', email: 'v***@mail.test' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Заказ принят' })).toBeTruthy();
    expect(text(await region('Доставка'))).toContain('+7 *** *** 02 11');
    expect(screen.queryByRole('region', { name: 'Комментарий' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Мои заказы' })).toBeNull();
    expect(button('Повторить заказ')).toBeNull();
  });
  it('is the order’s own page from packing on', async () => {
    await asGuest(cancelled);
    expect(await screen.findByRole('heading', { level: 1, name: /^Заказ №\s30\s005$/ })).toBeTruthy();
    expect(screen.queryByText('Заказ принят')).toBeNull();
  });
  it('offers to log in or to go on as a guest', async () => {
    await asGuest({});
    const start = within(await region('Войти или продолжить как гость'));
    // Back to the order: logged in, it can be saved there.
    expect(start.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe(`/login?return=%2Forder%2F${TOKEN}`);
    expect(start.getByRole('link', { name: /^Сохранить в кабинете/ }).getAttribute('href')).toBe(
      `/register?return=%2Forder%2F${TOKEN}`,
    );
  });
  it('pays and cancels by the secret of the link, never by a number', async () => {
    const { user, bodyTo } = await asGuest(
      {},
      { '/user/order/cancel': said({ order: order(5, { view: 'guest-start', ...cancelled }) }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Отменить заказ' }));
    const asked = within(screen.getByRole('dialog', { name: /^Отменить заказ/ }));
    expect(asked.queryByRole('radiogroup')).toBeNull();
    // A guest has no accounts to get anything back on.
    expect(asked.queryByText(/счетах/)).toBeNull();
    expect(asked.getByText(/Деньги не.списаны/)).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Отменить заказ' }));
    await waitFor(() => expect(bodyTo('/user/order/cancel')).toEqual({ public_token: TOKEN, refund_to: 'source' }));
  });
});
