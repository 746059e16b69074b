import { limitOf, quantityAfter, quantityMerged } from '#contract/cart-arithmetic.ts';
import { LIMITS } from '#contract/tables.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import { PASSED, WATCHED } from '#src/features/education/education.mutation.ts';

const DAY_MS = 86_400_000;
const KEY_DAYS = 45;
const QUIZ_PAUSE_MS = 600_000;

export type Execution = {
  key: string;
  /** What X-Client-User said, and whose session it came with. */
  owner: string;
  session: string;
  kind: 'fav' | 'cart' | 'price' | 'once' | 'watched' | 'quiz';
  /** Whose state it changed and in which lane. */
  person: string;
  target: string;
  /** `set`: what it was set to. */
  value?: unknown;
  /** `add`: asked and done. */
  delta?: number;
  applied?: number;
};
export type Person = {
  hearts: Set<number>;
  heartVersion: number;
  /** By `retail:1`. */
  cart: Map<string, number>;
  cartVersion: number;
  accepted: Map<string, number>;
  watched: Set<number>;
  passed: Set<number>;
  /** By lesson: a failed attempt rests until then. */
  pauses: Map<number, number>;
};
type Answer = { http: number; body: Record<string, unknown>; retryAfterMs?: number };
const refuse = (http: number, code: string): Answer => ({ http, body: { status: 0, code, message: 'Отказ' } });
const isKept = ({ http, body }: Answer): boolean => http === 200 || (http === 404 && body.code === 'not_found');

/** The server's half of the promise as a model: sessions, keys, owner check, arithmetic. The real one is tested apart. */
export class SimServer {
  now = 1_700_000_000_000;
  readonly people = new Map<string, Person>();
  readonly sessions = new Map<string, string>();
  /** Guest → the account it joined for good. */
  readonly bound = new Map<string, string>();
  readonly answers = new Map<string, Answer & { fingerprint: string; owner: string; at: number }>();
  readonly executions: Execution[] = [];
  readonly byKey = new Map<string, Execution>();
  readonly stock = new Map<number, number>();
  readonly gone = new Set<number>();
  readonly readonlyPeople = new Set<string>();
  /** By lesson: the version in force, and those that count no more. */
  readonly quizVersions = new Map<number, number>();
  readonly withdrawn = new Set<string>();
  readonly payloads = new Map<string, string>();
  /** The first rule that was broken in here: at most once, ownership (I5), one payload per key (I6). */
  broken: string | null = null;
  checksOwner = true;
  unkeyedHearts = false;
  private serial = 0;

  person(owner: string): Person {
    const id = this.bound.get(owner) ?? owner;
    let person = this.people.get(id);
    if (!person) {
      person = {
        hearts: new Set(),
        heartVersion: 0,
        cart: new Map(),
        cartVersion: 0,
        accepted: new Map(),
        watched: new Set(),
        passed: new Set(),
        pauses: new Map(),
      };
      this.people.set(id, person);
    }
    return person;
  }

  // ── Sessions ──────────────────────────────────────────────────────────────────────────────────
  openSession(owner: string): string {
    this.serial += 1;
    const sid = `sid${this.serial}`;
    this.sessions.set(sid, owner);
    return sid;
  }
  whoIs(sid: string | null): string | null {
    return this.sessions.get(sid ?? '') ?? null;
  }

  /** Repeatable at will; null = 403 owner_mismatch: this guest belongs to an account, and that is not who asks. */
  guestSession(guest: string, sid: string | null): string | null {
    const session = this.whoIs(sid);
    const account = this.bound.get(guest);
    if (account !== undefined) return session === account ? sid : null;
    if (session === guest) return sid;
    if (session !== null && !session.startsWith('guest:')) return null;
    this.sessions.delete(sid ?? '');
    return this.openSession(guest);
  }

  /** Binds the guest for good and adds its cart, in one transaction; revokes the session it came with. */
  logIn(account: string, guest: string, sid: string | null): { sid: string; isForeign: boolean } {
    const session = this.whoIs(sid);
    const isForeign =
      (this.bound.get(guest) ?? account) !== account ||
      (session !== null && session.startsWith('guest:') && session !== guest);
    if (!isForeign && !this.bound.has(guest)) {
      const theirs = this.people.get(guest);
      this.bound.set(guest, account);
      for (const [line, quantity] of theirs?.cart ?? []) {
        const person = this.person(account);
        const maxQty = this.maxOf(Number(line.split(':')[1]));
        person.cart.set(line, quantityMerged(person.cart.get(line) ?? 0, quantity, maxQty));
        person.cartVersion += 1;
      }
      for (const [line, price] of theirs?.accepted ?? []) this.person(account).accepted.set(line, price);
      for (const [id, owner] of this.sessions) if (owner === guest) this.sessions.delete(id);
    }
    this.sessions.delete(sid ?? '');
    return { sid: this.openSession(account), isForeign };
  }

  // ── Calls ─────────────────────────────────────────────────────────────────────────────────────
  private maxOf(productId: number): number {
    return limitOf(this.stock.get(productId) ?? LIMITS.lineMax);
  }

  handle(wire: StoredRequest, headers: Readonly<Record<string, string>>, sid: string | null): RequestAnswer {
    const key = headers['Idempotency-Key'] ?? '';
    const owner = headers['X-Client-User'] ?? '';
    const fingerprint = `${wire.method} ${wire.path} ${wire.body}`;
    if ((this.payloads.get(key) ?? fingerprint) !== fingerprint) this.broken ??= `I6: key ${key} carried two payloads`;
    this.payloads.set(key, fingerprint);
    const session = this.whoIs(sid);
    if (session === null) return this.answer(key, refuse(401, 'auth_required'));
    // An account and the guests it took in are one owner (docs/decisions/112).
    const speaksFor = (named: string) => named === session || this.bound.get(named) === session;
    if (this.checksOwner && !speaksFor(owner)) return this.answer(key, refuse(403, 'owner_mismatch'));
    const isKeyed = !(this.unkeyedHearts && wire.path.startsWith('/favorite-products/'));
    const stored = isKeyed ? this.answers.get(key) : undefined;
    if (stored && this.now - stored.at < KEY_DAYS * DAY_MS) {
      if (stored.owner !== owner && !speaksFor(stored.owner)) return this.answer(key, refuse(403, 'owner_mismatch'));
      if (stored.fingerprint !== fingerprint) return this.answer(key, refuse(422, 'idempotency_payload'));
      return this.answer(key, stored);
    }
    const effect = { key, owner, session, person: this.bound.get(owner) ?? owner };
    const answer = this.execute(wire, this.checksOwner ? effect : { ...effect, person: session });
    if (isKeyed && isKept(answer)) this.answers.set(key, { ...answer, fingerprint, owner, at: this.now });
    return this.answer(key, answer, answer.retryAfterMs);
  }

  answer(key: string, { http, body }: Answer, retryAfterMs: number | null = null): RequestAnswer {
    const text = JSON.stringify(body);
    return { http, type: 'application/json', text, echo: key, retryAfterMs, serverTime: this.now };
  }
  refusal(key: string, http: number, code: string, retryAfterMs: number | null = null): RequestAnswer {
    return this.answer(key, refuse(http, code), retryAfterMs);
  }

  private execute(wire: StoredRequest, who: { key: string; owner: string; session: string; person: string }): Answer {
    const [, first = '', second = ''] = wire.path.split('/');
    const body = JSON.parse(wire.body ?? '{}') as Record<string, never>;
    if (first === 'favorite-products') return this.setHeart(Number(second), wire.method === 'PUT', who);
    if (wire.path.endsWith('/cart/change'))
      return this.changeCart(first === 'cart' ? 'retail' : 'wholesale', body, who);
    if (wire.path.endsWith('/accept-price')) return this.acceptPrice(body, who);
    if (wire.path.endsWith('/set-watched')) return this.setWatched(Number(wire.path.split('/')[4]), who);
    if (wire.path.endsWith('/send-result/')) return this.judge(body, who);
    if (first === 'user' && this.gone.has(Number(body.product_id))) return refuse(404, 'not_found');
    this.done({ ...who, kind: 'once', target: wire.path });
    return { http: 200, body: { status: 'success' } };
  }

  private setHeart(
    productId: number,
    on: boolean,
    who: Pick<Execution, 'key' | 'owner' | 'session' | 'person'>,
  ): Answer {
    const person = this.person(who.person);
    if (on && this.gone.has(productId)) return refuse(404, 'not_found');
    if (person.hearts.has(productId) !== on) person.heartVersion += 1;
    if (on) person.hearts.add(productId);
    else person.hearts.delete(productId);
    this.done({ ...who, kind: 'fav', target: `fav:${productId}`, value: on });
    return { http: 200, body: { status: 1, favoriteProducts: [...person.hearts], version: person.heartVersion } };
  }

  private changeCart(
    kind: string,
    body: { items?: [{ product_id: number; delta: number }] },
    who: Pick<Execution, 'key' | 'owner' | 'session' | 'person'>,
  ): Answer {
    const { product_id: productId, delta } = (body.items as [{ product_id: number; delta: number }])[0];
    const person = this.person(who.person);
    if (this.readonlyPeople.has(who.person)) return refuse(403, 'readonly');
    if (delta > 0 && this.gone.has(productId)) return refuse(404, 'not_found');
    const line = `${kind}:${productId}`;
    const before = person.cart.get(line) ?? 0;
    const max = this.maxOf(productId);
    const after = quantityAfter(before, delta, max);
    const applied = after - before;
    if (delta > 0 && applied === 0) return refuse(200, max === 0 ? 'out_of_stock' : 'qty_limit');
    this.setLine(person, line, after);
    this.done({ ...who, kind: 'cart', target: `cart:${kind}:0:${productId}`, delta, applied });
    const items = [{ product_id: productId, asked: delta, applied, quantity: after }];
    return { http: 200, body: { status: 1, items, version: person.cartVersion } };
  }

  setLine(person: Person, line: string, quantity: number): void {
    if ((person.cart.get(line) ?? 0) !== quantity) person.cartVersion += 1;
    if (quantity === 0) person.cart.delete(line);
    else person.cart.set(line, quantity);
  }

  private acceptPrice(
    { product_id: productId, price }: { product_id?: number; price?: number },
    who: Pick<Execution, 'key' | 'owner' | 'session' | 'person'>,
  ): Answer {
    if (this.gone.has(productId ?? 0)) return refuse(404, 'not_found');
    this.person(who.person).accepted.set(`retail:${productId}`, price ?? 0);
    this.done({ ...who, kind: 'price', target: `price:retail:0:${productId}`, value: price });
    return { http: 200, body: { status: 1 } };
  }

  private setWatched(lessonId: number, who: Pick<Execution, 'key' | 'owner' | 'session' | 'person'>): Answer {
    this.person(who.person).watched.add(lessonId);
    this.done({ ...who, kind: 'watched', target: `lesson:${lessonId}` });
    return { http: 200, body: { status: 'success', lesson_id: lessonId, watched: true, progress: 0 } };
  }

  /** The first answer of the first question decides; a failed attempt rests, a withdrawn version is refused. */
  private judge(
    body: { lessonId?: number; version?: number; quizResult?: [{ answer_ids: number[] }] },
    who: Pick<Execution, 'key' | 'owner' | 'session' | 'person'>,
  ): Answer {
    const { lessonId = 0, version = 0 } = body;
    const person = this.person(who.person);
    if (this.withdrawn.has(`${lessonId}:${version}`))
      return { http: 200, body: { status: 'error', code: 'quiz_changed', message: 'Тест изменился' } };
    const left = (person.pauses.get(lessonId) ?? 0) - this.now;
    if (left > 0 && !person.passed.has(lessonId)) return { ...refuse(429, 'too_many'), retryAfterMs: left };
    const passed = body.quizResult?.[0]?.answer_ids[0] === 1;
    if (passed) person.passed.add(lessonId);
    else person.pauses.set(lessonId, this.now + QUIZ_PAUSE_MS);
    this.done({ ...who, kind: 'quiz', target: `quiz:${lessonId}` });
    const quiz = { passed: person.passed.has(lessonId), best: 0, attempts: 1, retry_at: null };
    const verdict = { lesson_id: lessonId, version, percent: passed ? 100 : 0, passed, wrong: [], review: [], quiz };
    return { http: 200, body: { status: 'success', ...verdict } };
  }

  private done(execution: Execution): void {
    // A heart set twice is no harm in itself; an old request that comes last is (F3).
    const isHarmless = this.unkeyedHearts && execution.kind === 'fav';
    if (this.byKey.has(execution.key) && !isHarmless)
      this.broken ??= `at most once: key ${execution.key} was executed twice`;
    const { owner, session } = execution;
    if (owner !== session && this.bound.get(owner) !== session)
      this.broken ??= `I5: a record of ${owner} was executed for ${session}`;
    this.byKey.set(execution.key, execution);
    this.executions.push(execution);
  }

  /** What a pull answers, with the tried keys whose effect it holds. */
  snapshot(scope: string, session: string, tried: readonly string[]) {
    const person = this.person(session);
    if (scope === 'edu') {
      const bits: Record<number, number> = {};
      for (const id of person.watched) bits[id] = WATCHED;
      for (const id of person.passed) bits[id] = (bits[id] ?? 0) | PASSED;
      return { version: 0, values: bits, included: [], data: null };
    }
    // A refused key has no effect to hold: its record is shown until its own answer parks it.
    const included = tried.filter((key) => this.answers.get(key)?.body.status === 1);
    const values: Record<number, number> = {};
    if (scope === 'fav') for (const id of person.hearts) values[id] = 1;
    const prefix = scope.slice(5);
    for (const [line, quantity] of scope === 'fav' ? [] : person.cart)
      if (line.startsWith(prefix)) values[Number(line.split(':')[1])] = quantity;
    return { version: scope === 'fav' ? person.heartVersion : person.cartVersion, values, included, data: null };
  }
}
