import type { Getter, Setter } from 'jotai';
import type { CallInput } from '#contract/call.ts';
import { createPayment, type DeliveryChoice, type PlacingChange, PlacingDetails } from '#contract/checkout.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { isByCarrier } from '#contract/delivery-types.ts';
import { MESSAGES } from '#contract/messages.ts';
import { paymentWayOf } from '#src/features/checkout/payment.rules.ts';
import { addressToSend } from '#src/features/checkout/door.rules.ts';
import type { CheckoutDraft, Given, GivenBefore, NotPlaced } from '#src/features/checkout/checkout.types.ts';
import {
  closeDraftAtom,
  currentWayAtom,
  draftAtom,
  stageAtom,
  sumsAtom,
} from '#src/features/checkout/checkout.atoms.ts';
import { drainCartAtom } from '#src/features/cart/drain.atoms.ts';
import { pullCartAtom, storedCartAtom } from '#src/features/cart/cart.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { type KeyedDraft, sendKeyed, unanswered, UnansweredError } from '#src/platform/api/keyed-draft.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { getPaymentLink } from '#contract/payments.ts';

// «Оплатить»: the order is made online, under a key that stands in the person's store before the first try
// (docs/product/offline.md#never-queued). A lost answer is asked for again; nothing is made twice.

const NAME = 'create-payment';
type Placed = {
  /** The way to pay that the order was made with. */
  payment: number;
  expId: number;
  redirect: string;
  publicToken: string | undefined;
  due: number;
  isPaid: boolean;
};
export type Placing =
  | { kind: 'placed'; order: Placed }
  | { kind: 'changed'; details: PlacingDetails; message: string }
  | { kind: 'failed'; why: NotPlaced };
type Body = CallInput<typeof createPayment>;
/** `carrier` is sent where a carrier brings the parcel, and only there. */
type Consents = { consent: Given; carrier: Given | null };

/** How often a lost answer is asked for before the person is told that it is not known yet. */
const ASKS = 4;
const PAUSE_MS = 1500;

export async function placeOrder(
  get: Getter,
  set: Setter,
  { accepted, ...given }: Consents & { accepted?: PlacingDetails },
): Promise<Placing> {
  const draft = get(draftAtom);
  if (!draft) return { kind: 'failed', why: { kind: 'text', text: MESSAGES.tryLater } };
  set(stageAtom, 'placing');
  try {
    const waits = await set(drainCartAtom);
    if (waits) return { kind: 'failed', why: { kind: 'text', text: waits } };
    return await send(get, set, bodyOf(get, draft, given, accepted));
  } finally {
    set(stageAtom, 'filling');
  }
}

/** An order that an earlier page has asked for and heard nothing of; null when there is none. */
export async function resumePlacing(get: Getter, set: Setter): Promise<Placing | null> {
  const { uid } = get(sessionAtom);
  const store = await get(storesAtom)
    .person(uid)
    .catch(() => null);
  const kept: KeyedDraft<Body> | null =
    store && (await unanswered<typeof createPayment>({ store }, NAME).catch(() => null));
  if (!kept) return null;
  set(stageAtom, 'checking');
  try {
    return await send(get, set, kept.input);
  } finally {
    set(stageAtom, 'filling');
  }
}

async function send(get: Getter, set: Setter, input: Body): Promise<Placing> {
  const { uid } = get(sessionAtom);
  const store = await get(storesAtom).person(uid);
  const by = { api: get(apiAtom), store, owner: await get(ownerAtom) };
  for (let tries = 1; ; tries += 1) {
    try {
      const reply = await sendKeyed(by, { name: NAME, call: createPayment, input });
      return await placed(set, input, reply);
    } catch (error) {
      if (error instanceof UnansweredError) return (await resumePlacing(get, set)) ?? unknown();
      const failure = failureOf(error);
      if (failure.kind === 'refused' && failure.refusal.code !== 'idempotency_in_flight')
        return refused(set, failure.refusal);
      // Without a signal from the start nothing has been sent, but only the shop can tell: the key stays.
      if (tries >= ASKS)
        return failure.kind === 'broken'
          ? { kind: 'failed', why: { kind: 'text', text: failureText(failure) } }
          : unknown();
      set(stageAtom, 'checking');
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
    }
  }
}
const unknown = (): Placing => ({ kind: 'failed', why: { kind: 'unknown' } });

async function placed(set: Setter, input: Body, reply: typeof createPayment.reply._zod.output): Promise<Placing> {
  const { personal, delivery } = input.body.consents;
  const now = { version: VERSION, at: new Date().toISOString() };
  const asKept = (given: true | GivenBefore): GivenBefore => (given === true ? now : given);
  await set(closeDraftAtom, { consent: asKept(personal), carrier: delivery ? asKept(delivery) : null });
  void set(pullCartAtom);
  return {
    kind: 'placed',
    order: {
      payment: input.body.payment_type,
      expId: reply.exp_id,
      redirect: reply.redirect,
      publicToken: reply.public_token,
      due: reply.due,
      isPaid: reply.paid,
    },
  };
}

function refused(
  set: Setter,
  refusal: { code: string; message: string; errors?: Record<string, string[]> | undefined; details?: unknown },
): Placing {
  const details = PlacingDetails.safeParse(refusal.details);
  if (details.success) {
    void set(pullCartAtom);
    return { kind: 'changed', details: details.data, message: refusal.message };
  }
  if (refusal.errors) return { kind: 'failed', why: { kind: 'fields', errors: refusal.errors } };
  return { kind: 'failed', why: { kind: 'text', text: refusal.message } };
}

function bodyOf(
  get: Getter,
  draft: CheckoutDraft,
  { consent, carrier }: Consents,
  accepted: PlacingDetails | undefined,
): Body {
  const sums = get(sumsAtom);
  const way = get(currentWayAtom);
  const changes: PlacingChange[] = accepted?.changes ?? [];
  const { name, phone, email } = draft.recipient;
  const delivery = deliveryOf(draft, way);
  const toCarrier = carrier !== null && isByCarrier(delivery.type) ? { delivery: asSent(carrier) } : {};
  return {
    body: {
      delivery,
      payment_type: paymentWayOf(draft.payment, sums.due),
      recipient: { name: name.trim(), phone, email: email.trim() === '' ? null : email.trim() },
      comment: draft.comment,
      debitUse: draft.debitUse,
      consents: { personal: asSent(consent), offer: true, ...toCarrier },
      ...(get(sessionAtom).user.isGuest ? { guest: true } : {}),
      expected_due: accepted?.due.to ?? sums.due,
      ...(sums.delivery === null ? {} : { expected_delivery: accepted?.delivery_cost ?? sums.delivery }),
      cart_version: accepted?.cart_version ?? get(storedCartAtom)?.data.version ?? 0,
      accepted: changes,
    },
  };
}
const VERSION = LEGAL_VERSIONS['/kompaniya/soglasie'];
const asSent = (given: Given): true | GivenBefore => (given === true ? true : { version: VERSION, at: given });
function deliveryOf(draft: CheckoutDraft, way: ReturnType<typeof currentWayAtom.read>): DeliveryChoice {
  const chosen = draft.way;
  if (!chosen) throw new Error('an order without a way of delivery: the steps have let it through');
  const address = addressToSend(draft);
  const point = way?.point ?? (chosen.mode === 'gate' ? draft.points[chosen.type] : undefined);
  return {
    type: chosen.type,
    ...(chosen.mode === 'gate' && point ? { gateType: point.gateType, gateId: point.id } : {}),
    ...(address ? { address } : {}),
  };
}
/** Where the browser goes now: the bank's page, or the order. Nothing is called paid because a browser has come back. */
export async function payLink(get: Getter, { expId, publicToken }: Placed): Promise<string | null> {
  const { uid } = get(sessionAtom);
  const store = await get(storesAtom).person(uid);
  const input = { body: publicToken ? { public_token: publicToken } : { exp_id: expId } };
  try {
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom) };
    return (await sendKeyed(by, { name: `payment-link:${expId}`, call: getPaymentLink, input })).link;
  } catch {
    // The order stands; its page has «Оплатить».
    return null;
  }
}
