import type { Execution } from '#contract/test-ledger.ts';
import { quantityShown } from '#contract/cart-arithmetic.ts';
import type { OutboxRecord, RejectedRecord } from '#tests/offline/kinds.ts';
import type { OfflineLab } from '#tests/e2e/support/offline-lab.ts';

// What a person meant, against the shop's ledger and its own tables. Contents: 1 intents, 2 whom it was done for, 3 sums

// ── 1 Intents ───────────────────────────────────────────────────────────────────────────────────
type Thing = { id: number; title: string };
/**
 * All gestures for one product or lesson together. `by`: the owners that may carry it out, the one who holds it in the end
 * last: `['guest:…', '17']` for what a guest did before logging in. `notified`: «Сообщить о поступлении» sent so many times;
 * `answered`: so many attempts at the lesson's quiz.
 */
export type Intended = { by: readonly string[] } & (
  | { product: Thing; pieces: number; cart?: 'retail' | 'wholesale' }
  | { product: Thing; heart: boolean }
  | { product: Thing; notified: number }
  | { lesson: Thing; watched: true }
  | { lesson: Thing; answered: number }
);

const thingOf = (intent: Intended): Thing => ('lesson' in intent ? intent.lesson : intent.product);

export function isFor(intent: Intended, { person, kind, cart, target_id: id }: Execution): boolean {
  if (id !== thingOf(intent).id || !intent.by.includes(person ?? '')) return false;
  if ('heart' in intent) return kind === 'fav.set';
  if ('notified' in intent) return kind === 'form.send';
  if ('watched' in intent) return kind === 'lesson.watched';
  if ('answered' in intent) return kind === 'quiz.submit';
  return kind.startsWith('cart.') && cart === `${intent.cart ?? 'retail'}:0`;
}

/** The same for what still waits for its person's word. */
function isMeantBy(intent: Intended, { kind, body }: OutboxRecord): boolean {
  const { id } = thingOf(intent);
  if ('watched' in intent) return kind === 'lesson.watched' && body.lessonId === id;
  if ('answered' in intent) return kind === 'quiz.submit' && body.lessonId === id;
  if ('notified' in intent) return kind === 'form.send' && body.fields.product_id === id;
  if ('heart' in intent) return kind === 'fav.set' && body.productId === id;
  return kind === 'cart.change' && body.productId === id && body.kind === (intent.cart ?? 'retail');
}

// ── 2 Whom it was done for ──────────────────────────────────────────────────────────────────────
/**
 * Keyed executions that changed somebody else's things than the record's owner's. The ledger's `owner` is what the request
 * said, its `person` who got the effect. What a guest did may also be done for the account that has taken the guest in.
 */
export function doneForOthers(keyed: readonly Execution[], accountOf: ReadonlyMap<string, string>): Execution[] {
  return keyed.filter(
    ({ owner, person }) => owner === null || (person !== owner && (person ?? '') !== accountOf.get(owner)),
  );
}

/** Guest → the account it belongs to for good, by the shop's own table. */
export async function accountsOf(lab: OfflineLab): Promise<Map<string, string>> {
  const rows = await lab.shop.sql<{ guest: string; account: string }>(
    `select 'guest:' || guest_id as guest, user_id::text as account from guests where user_id is not null`,
  );
  return new Map(rows.map(({ guest, account }) => [guest, account]));
}

// ── 3 Sums ──────────────────────────────────────────────────────────────────────────────────────
export type SumUp = { meant: Record<string, unknown>; done: Record<string, unknown> };
type Own = { executions: readonly Execution[]; waiting: readonly OutboxRecord[]; holder: string };

export async function sumUp(
  lab: OfflineLab,
  intent: Intended,
  executions: readonly Execution[],
  rejected: readonly RejectedRecord[],
): Promise<SumUp> {
  const own: Own = {
    executions: executions.filter((one) => isFor(intent, one)),
    waiting: rejected.map(({ record }) => record).filter((record) => isMeantBy(intent, record)),
    holder: intent.by.at(-1) ?? '',
  };
  const { title } = thingOf(intent);
  const { meant, done } = await sumOf(lab, intent, own);
  return { meant: { title, ...meant }, done: { title, ...done } };
}

async function sumOf(lab: OfflineLab, intent: Intended, own: Own): Promise<SumUp> {
  if ('heart' in intent) return sumHearts(lab, intent, own);
  if ('pieces' in intent) return sumPieces(lab, intent, own);
  const { executions, waiting, holder } = own;
  const { id } = thingOf(intent);
  if ('watched' in intent) {
    const rows = await lab.shop.sql('select 1 from lesson_watches where user_id = $1 and lesson_id = $2', [holder, id]);
    const isAcknowledged = executions.length + waiting.length > 0;
    return {
      meant: { watched: true, held: executions.length > 0 },
      done: { watched: isAcknowledged, held: rows.length > 0 },
    };
  }
  const times = executions.length + waiting.length;
  if ('answered' in intent) {
    const rows = await lab.shop.sql('select 1 from quiz_attempts where user_id = $1 and lesson_id = $2', [holder, id]);
    return {
      meant: { answered: intent.answered, attempts: executions.length },
      done: { answered: times, attempts: rows.length },
    };
  }
  const fresh = executions.reduce((sum, one) => sum + one.applied, 0);
  return {
    meant: { notified: intent.notified, contacts: fresh },
    done: { notified: times, contacts: await contactsOf(lab, intent.by, id) },
  };
}

async function sumHearts(
  lab: OfflineLab,
  intent: Intended & { heart: boolean },
  { executions, holder }: Own,
): Promise<SumUp> {
  const { id } = thingOf(intent);
  const [row] = await lab.shop.sql('select 1 from favourites where user_id = $1 and product_id = $2', [holder, id]);
  return {
    meant: { heart: intent.heart, last: executions.length > 0 ? Number(intent.heart) : undefined },
    done: { heart: row !== undefined, last: executions.at(-1)?.quantity },
  };
}

async function sumPieces(
  lab: OfflineLab,
  intent: Intended & { pieces: number; cart?: 'retail' | 'wholesale' },
  { executions, waiting, holder }: Own,
): Promise<SumUp> {
  const rejected = waiting.reduce((sum, one) => sum + (one.kind === 'cart.change' ? one.body.delta : 0), 0);
  const asked = executions.reduce((sum, one) => sum + (one.kind === 'cart.change' ? one.asked : 0), 0);
  // docs/product/offline.md#cart-arithmetic, the oracle: the quantity is the rule folded over the executions in the shop's order.
  const own = executions.filter((one) => one.kind !== 'cart.price' && one.person === holder);
  const folded = quantityShown(
    0,
    own.map((one) => one.applied),
  );
  return {
    meant: { pieces: intent.pieces, held: folded },
    done: {
      pieces: asked + rejected,
      held: await quantityOf(lab, holder, thingOf(intent).id, intent.cart ?? 'retail'),
    },
  };
}

/** Contacts that wait for this product, by whose consent they are kept. */
async function contactsOf(lab: OfflineLab, by: readonly string[], product: number): Promise<number> {
  const rows = await lab.shop.sql(
    `select 1 from notify_requests join consents on consents.id = notify_requests.consent_id
     where product_id = $1 and coalesce(consents.user_id::text, 'guest:' || consents.guest_id) = any($2::text[])`,
    [product, by],
  );
  return rows.length;
}

/** Pieces of this line in the shop's own database. */
export async function quantityOf(lab: OfflineLab, holder: string, product: number, cart = 'retail'): Promise<number> {
  const isGuest = holder.startsWith('guest:');
  const [row] = await lab.shop.sql<{ quantity: number }>(
    `select quantity from cart_items join carts on carts.id = cart_items.cart_id
     where ${isGuest ? 'guest_id = $1::uuid' : 'user_id = $1::int'} and kind = $2 and cart_type = 0 and product_id = $3`,
    [isGuest ? holder.slice(6) : holder, cart, product],
  );
  return row?.quantity ?? 0;
}
