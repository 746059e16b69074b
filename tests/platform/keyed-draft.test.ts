import { afterAll, beforeAll, expect, it } from 'vitest';
import { retailCart } from '#contract/cart.ts';
import { ensureServerSessionAtom, ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type KeyedBy, sendKeyed, unanswered, UnansweredError } from '#src/platform/api/keyed-draft.ts';
import { phone } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// What is never queued, from a phone to the database: an existing call that honours its key stands for orders and payments.

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const adding = (productId: number, delta: number) => ({
  name: 'order',
  call: retailCart.change,
  input: { body: { cartType: 0 as const, items: [{ product_id: productId, delta }] } },
});
/** A phone whose guest the shop knows; `reload` is what the next page finds. */
async function guestPhone() {
  const own = phone(shop);
  const tab = await own.openTab();
  await tab.set(ensureServerSessionAtom);
  const reload = async (): Promise<KeyedBy> => ({
    api: tab.get(apiAtom),
    store: await own.stores.person('guest'),
    owner: await tab.get(ownerAtom),
  });
  const pieces = async (productId: number) => {
    const { groups } = await tab.get(apiAtom).send(retailCart.data, { query: {} });
    return groups.flatMap(({ items }) => items).find(({ product }) => product.id === productId)?.quantity ?? 0;
  };
  return { own, reload, pieces, keys: () => own.changes().map(({ key }) => key) };
}

it('an answer that was lost with its page is asked for again under the same key, and done once', async () => {
  const { own, reload, pieces, keys } = await guestPhone();
  const order = adding(await addProduct(shop), 2);
  own.net.lose = ({ path }) => path.endsWith('/change');
  await expect(sendKeyed(await reload(), order)).rejects.toMatchObject({ failure: { kind: 'offline' } });
  own.net.lose = null;
  const after = await reload();
  const draft = await unanswered<typeof order.call>(after, order.name);
  expect(draft?.input).toEqual(order.input);
  const reply = await sendKeyed(after, { ...order, input: draft?.input ?? order.input });
  expect(reply.items).toMatchObject([{ applied: 2, quantity: 2 }]);
  expect(keys()).toEqual([draft?.key, draft?.key]);
  expect(await pieces(order.input.body.items[0]!.product_id)).toBe(2);
  expect(await unanswered(after, order.name)).toBeNull();
});

it('without a signal the key waits; another change of the name is not begun beside it', async () => {
  const { own, reload, keys } = await guestPhone();
  const [order, other] = [adding(await addProduct(shop), 1), adding(await addProduct(shop), 1)];
  own.net.isOn = false;
  await expect(sendKeyed(await reload(), order)).rejects.toMatchObject({ failure: { kind: 'offline' } });
  const draft = await unanswered(await reload(), order.name);
  own.net.isOn = true;
  await expect(sendKeyed(await reload(), other)).rejects.toBeInstanceOf(UnansweredError);
  await sendKeyed(await reload(), order);
  await sendKeyed(await reload(), other);
  expect(keys()[0]).toBe(draft?.key);
  expect(new Set(keys()).size).toBe(2);
});

it('a refusal is the last word: asked again it is a new change', async () => {
  const { reload, keys } = await guestPhone();
  const order = adding(await addProduct(shop, { stockQty: 0 }), 1);
  for (let i = 0; i < 2; i += 1)
    await expect(sendKeyed(await reload(), order)).rejects.toMatchObject({ failure: { kind: 'refused' } });
  expect(await unanswered(await reload(), order.name)).toBeNull();
  expect(new Set(keys()).size).toBe(2);
});

it('nothing is sent for a person who has left, nor where the key cannot be stored', async () => {
  const { reload, keys } = await guestPhone();
  const order = adding(await addProduct(shop), 1);
  const by = await reload();
  await by.store.change((kv) => void kv.put(false, 'open'));
  await expect(sendKeyed(by, order)).rejects.toMatchObject({ failure: { kind: 'broken' } });
  const full = { ...by.store, change: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
  await expect(sendKeyed({ ...by, store: full }, order)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(keys()).toEqual([]);
});
