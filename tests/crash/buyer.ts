import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A guest who changes one line of the cart by one piece, again and again, each change under a key of its own. */
export type Buyer = {
  guestId: string;
  /** Sends one change until it is acknowledged. @throws on an answer that is neither a success nor «later». */
  buyOne(): Promise<void>;
  /** Pieces that the cart must hold after what was acknowledged. */
  quantity(): number;
  acknowledged(): number;
  repeated(): number;
};

/** Up to so many pieces, then down again. */
const MOST = 40;

export async function openBuyer(address: string, productId: number): Promise<Buyer> {
  const guestId = randomUUID();
  let cookie = '';
  let [quantity, step, acknowledged, repeated] = [0, 1, 0, 0];
  const ask = async (path: string, body: object, key?: string) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'rostok',
        cookie,
        ...(key ? { 'idempotency-key': key } : {}),
      },
    });
    return { answer, text: await answer.text() };
  };
  const { answer } = await ask('/api/session/guest', { guestId });
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

  async function isAcknowledged(key: string, delta: number): Promise<boolean> {
    const sent = await ask('/cart/change', { items: [{ product_id: productId, delta }] }, key).catch(() => undefined);
    // A broken connection says nothing of what has become of the change; 409: the first try is still at it.
    if (!sent || sent.answer.status === 503 || sent.answer.status === 409) return false;
    const { status, items } = JSON.parse(sent.text) as { status: unknown; items?: { applied: number }[] };
    if (sent.answer.status === 200 && status === 1 && items?.[0]?.applied === delta) return true;
    throw new Error(`${sent.answer.status}: ${sent.text.slice(0, 300)}`);
  }
  return {
    guestId,
    async buyOne() {
      if (quantity >= MOST) step = -1;
      if (quantity <= 1) step = 1;
      const key = randomUUID();
      while (!(await isAcknowledged(key, step))) {
        repeated += 1;
        await sleep(20);
      }
      quantity += step;
      acknowledged += 1;
    },
    quantity: () => quantity,
    acknowledged: () => acknowledged,
    repeated: () => repeated,
  };
}
