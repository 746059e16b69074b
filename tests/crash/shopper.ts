import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the shop has acknowledged of one order. */
export type Acknowledged = { id: number; dueKop: number; lines: readonly Line[]; isPaid: boolean };
type Line = { productId: number; pieces: number };
type Sent = { status: number; text: string; body: Record<string, unknown> };

/** Somebody who buys again and again: fills the cart, places, takes the link and pays, each call until it is acknowledged. */
export type Shopper = {
  buyOne(): Promise<void>;
  orders: readonly Acknowledged[];
  /** Broken connections, 409 and 503, each followed by the same call again. */
  repeated(): number;
};
export type ShopperAsked = {
  address: string;
  /** Session of an account; without it a guest comes. */
  sid?: string;
  /** Products of one order, taken in turn. */
  productIds: readonly number[];
  random: () => number;
  /** An account pays so much from ЛС, the card the rest. */
  fromAccountKop?: number;
  /** Whoever is still trying gives up: the run has failed elsewhere. */
  signal: AbortSignal;
};

/** What anybody may read or write again: no answer, or «later». */
const LATER = new Set([409, 503]);

export async function openShopper(asked: ShopperAsked): Promise<Shopper> {
  const { address, productIds, random, fromAccountKop = 0 } = asked;
  const orders: Acknowledged[] = [];
  let repeated = 0;
  let cookie = asked.sid ? `sid=${asked.sid}` : '';

  async function once(path: string, init: RequestInit): Promise<Sent | null> {
    try {
      const answer = await fetch(`${address}${path}`, { redirect: 'manual', ...init });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      if (!cookie) cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]).join('; '); // prettier-ignore
      return { status: answer.status, text, body: isJson ? (JSON.parse(text) as Sent['body']) : {} };
    } catch {
      // A broken connection says nothing of what has become of the call.
      return null;
    }
  }
  /** The same call until `isDone`. @throws on an answer that is neither done nor «later». */
  async function until(path: string, init: () => RequestInit, isDone: (sent: Sent) => boolean): Promise<Sent> {
    for (;;) {
      asked.signal.throwIfAborted();
      const sent = await once(path, init());
      if (sent && isDone(sent)) return sent;
      if (sent && !LATER.has(sent.status)) throw new Error(`${path}: ${sent.status} ${sent.text.slice(0, 400)}`);
      repeated += 1;
      await sleep(60);
    }
  }
  const headers = (key?: string) => ({
    'content-type': 'application/json',
    'x-requested-with': 'rostok',
    cookie,
    ...(key ? { 'idempotency-key': key } : {}),
  });
  const isOk = ({ status, body }: Sent): boolean => status === 200 && (body.status === 1 || body.status === 'success');
  /** One call under one key, with one body, however often it is sent. */
  const tell = async (path: string, body: object): Promise<Sent['body']> => {
    const [key, text] = [randomUUID(), JSON.stringify(body)];
    return (await until(path, () => ({ method: 'POST', body: text, headers: headers(key) }), isOk)).body;
  };
  const ok = ({ status }: Sent): boolean => status === 200;

  if (!asked.sid) {
    const body = JSON.stringify({ guestId: randomUUID() });
    await until('/api/session/guest', () => ({ method: 'POST', body, headers: headers() }), ok);
  }

  async function place(lines: readonly Line[]): Promise<{ id: number; dueKop: number; token: string | undefined }> {
    await tell('/cart/change', { items: lines.map(({ productId, pieces }) => ({ product_id: productId, delta: pieces })) }); // prettier-ignore
    const wish = fromAccountKop
      ? await tell('/cart/spend', { account_type: 0, category: 'order', amount: fromAccountKop })
      : null;
    const { body: cart } = await until('/cart/data', () => ({ headers: headers() }), ok);
    const {
      exp_id: id,
      due,
      public_token: token,
    } = await tell('/cart/create_payment', {
      delivery: { type: 8, address: { country_id: 1, city_id: 3 } },
      payment_type: 1,
      recipient: { name: 'Вера Соколова', phone: '+79000000211', email: 'vera@mail.test' },
      consents: { personal: true, offer: true, delivery: true },
      expected_due: wish ? wish.due : (cart.result as { sum_amount: number }).sum_amount,
      cart_version: cart.version,
    });
    return { id: id as number, dueKop: due as number, token: token as string | undefined };
  }
  async function hasHeard(which: object): Promise<boolean> {
    const body = JSON.stringify(which);
    const sent = await until('/api/order/payment-status', () => ({ method: 'POST', body, headers: headers() }), ok);
    return (sent.body.payment as { paid: boolean }).paid;
  }
  return {
    orders,
    repeated: () => repeated,
    async buyOne() {
      const first = Math.floor(random() * productIds.length);
      const lines = [0, 1].map((next) => ({
        productId: productIds[(first + next) % productIds.length]!,
        pieces: 1 + Math.floor(random() * 3),
      }));
      const { id, dueKop, token } = await place(lines);
      const order: Acknowledged = { id, dueKop, lines, isPaid: false };
      orders.push(order);
      const which = token === undefined ? { exp_id: id } : { public_token: token };
      const { link } = await tell('/user/order/get-payment-link', which);
      const form = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=pay&delay_ms=0',
      };
      // A second click is told that the first one has paid.
      const isPaid = ({ status, text }: Sent) => status === 303 || (status === 409 && text.includes('Оплата принята'));
      await until(new URL(String(link)).pathname, () => form, isPaid);
      // Back from the bank the screen asks until the shop has heard of it.
      while (!(await hasHeard(which))) await sleep(300);
      order.isPaid = true;
    },
  };
}
