import { applyDelta } from '#src/offline/outbox/fold.rules.ts';
import type { WireAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { Wire } from '#src/offline/outbox/record.ts';

export type Execution = {
  key: string;
  owner: string;
  session: string;
  path: string;
  payload: string;
  productId: number;
  kind: 'fav' | 'cart';
  on?: boolean;
  delta?: number;
  applied: number;
};
type Person = { hearts: Set<number>; heartVersion: number; cart: Map<number, number>; cartVersion: number };

/** The server's half of the promise as a model: keys, owner check, arithmetic, stock. The real one is tested apart. */
export class SimServer {
  readonly people = new Map<string, Person>();
  readonly answers = new Map<string, { fingerprint: string; owner: string; http: number; body: unknown }>();
  readonly executions: Execution[] = [];
  readonly stock = new Map<number, number>();
  readonly gone = new Set<number>();
  /** Guest id → the account it joined for good. */
  readonly bound = new Map<string, string>();
  readonly payloads = new Map<string, Set<string>>();
  now = 1_700_000_000_000;
  checksOwner = true;
  honoursKeys = true;
  unkeyedHearts = false;

  person(owner: string): Person {
    const id = this.bound.get(owner) ?? owner;
    let person = this.people.get(id);
    if (!person) {
      person = { hearts: new Set(), heartVersion: 0, cart: new Map(), cartVersion: 0 };
      this.people.set(id, person);
    }
    return person;
  }

  /** One request under the session of the cookie that the browser held when it was sent. */
  handle(wire: Wire, headers: Readonly<Record<string, string>>, session: string | null): WireAnswer {
    const key = headers['Idempotency-Key'] ?? '';
    const owner = headers['X-Client-User'] ?? '';
    const seen = this.payloads.get(key) ?? new Set();
    seen.add(`${wire.method} ${wire.path} ${wire.body}`);
    this.payloads.set(key, seen);
    if (session === null) return this.answer(key, 401, { status: 0, code: 'auth_required', message: 'Войдите' });
    if (this.checksOwner && owner !== session && this.bound.get(owner) !== session)
      return this.answer(key, 403, { status: 0, code: 'owner_mismatch', message: 'Чужой запрос' });
    const fingerprint = `${wire.method} ${wire.path} ${wire.body}`;
    const isHeart = wire.path.startsWith('/favorite-products/');
    const isKeyed = this.honoursKeys && !(isHeart && this.unkeyedHearts);
    const stored = isKeyed ? this.answers.get(key) : undefined;
    if (stored) {
      if (stored.owner !== owner)
        return this.answer(key, 403, { status: 0, code: 'owner_mismatch', message: 'Чужой ключ' });
      if (stored.fingerprint !== fingerprint)
        return this.answer(key, 422, { status: 0, code: 'idempotency_payload', message: 'Другие данные' });
      return this.answer(key, stored.http, stored.body);
    }
    const { http, body } = this.execute(wire, { key, owner, session });
    if (isKeyed && (http === 200 || http === 404)) this.answers.set(key, { fingerprint, owner, http, body });
    return this.answer(key, http, body);
  }

  answer(key: string, http: number, body: unknown, retryAfterMs: number | null = null): WireAnswer {
    return {
      http,
      type: 'application/json',
      text: JSON.stringify(body),
      echo: key,
      retryAfterMs,
      serverTime: this.now,
    };
  }

  private execute(wire: Wire, who: { key: string; owner: string; session: string }): { http: number; body: unknown } {
    const person = this.person(this.checksOwner ? who.owner : who.session);
    const base = { ...who, path: wire.path, payload: wire.body ?? '' };
    if (wire.path.startsWith('/favorite-products/')) {
      const productId = Number(wire.path.split('/')[2]);
      const on = wire.method === 'PUT';
      if (on && this.gone.has(productId))
        return { http: 404, body: { status: 0, code: 'not_found', message: 'Товар не найден' } };
      if (person.hearts.has(productId) !== on) person.heartVersion += 1;
      if (on) person.hearts.add(productId);
      else person.hearts.delete(productId);
      this.executions.push({ ...base, kind: 'fav', productId, on, applied: 1 });
      return { http: 200, body: { status: 1, favoriteProducts: [...person.hearts], version: person.heartVersion } };
    }
    const { product_id: productId, delta } = (
      JSON.parse(wire.body ?? '{}') as { items: { product_id: number; delta: number }[] }
    ).items[0] as { product_id: number; delta: number };
    const before = person.cart.get(productId) ?? 0;
    if (delta > 0 && this.gone.has(productId))
      return { http: 404, body: { status: 0, code: 'not_found', message: 'Товар не найден' } };
    const max = Math.min(this.stock.get(productId) ?? 99, 99);
    const after = applyDelta(before, delta, max);
    const applied = after - before;
    if (delta > 0 && applied === 0)
      return { http: 200, body: { status: 0, code: max === 0 ? 'out_of_stock' : 'qty_limit', message: 'Больше нет' } };
    if (after === 0) person.cart.delete(productId);
    else person.cart.set(productId, after);
    if (applied !== 0) person.cartVersion += 1;
    this.executions.push({ ...base, kind: 'cart', productId, delta, applied });
    return {
      http: 200,
      body: {
        status: 1,
        items: [{ product_id: productId, asked: delta, applied, quantity: after }],
        version: person.cartVersion,
      },
    };
  }

  /** What a pull answers, with the tried keys whose effect it holds. */
  snapshot(
    scope: 'fav' | 'cart:retail',
    session: string,
    tried: readonly string[],
  ): { version: number; values: Record<number, number>; included: string[]; data: null } {
    const person = this.person(session);
    // A refused key has no effect to hold: its record is shown until its own answer parks it.
    const included = tried.filter(
      (key) => (this.answers.get(key)?.body as { status?: number } | undefined)?.status === 1,
    );
    if (scope === 'fav')
      return {
        version: person.heartVersion,
        values: Object.fromEntries([...person.hearts].map((id) => [id, 1])),
        included,
        data: null,
      };
    return { version: person.cartVersion, values: Object.fromEntries(person.cart), included, data: null };
  }
}
