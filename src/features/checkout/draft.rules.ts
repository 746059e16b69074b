import { isDeliveryType } from '#contract/delivery-types.ts';
import { doorOfPlace, emptyDoor } from '#src/features/checkout/door.rules.ts';
import type { CheckoutDraft, GivenBefore, LastOrder, PlaceDraft, Step } from '#src/features/checkout/checkout.types.ts';

// The draft of an order as the phone keeps it. Stored data is read tolerantly: what does not fit is left out, never trusted.

/** Under which it lies in the database of whoever fills it in. */
export const DRAFT_KEY = 'draft:checkout';
export const STEPS: readonly Step[] = ['recipient', 'delivery', 'payment'];

export const emptyDraft = (recipient: Partial<CheckoutDraft['recipient']> = {}): CheckoutDraft => ({
  v: 1,
  recipient: { name: '', phone: '', email: '', ...recipient },
  where: '',
  place: null,
  door: emptyDoor(),
  way: null,
  points: {},
  payment: null,
  comment: '',
  debitUse: false,
  step: 'recipient',
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown, fallback = ''): string => (typeof value === 'string' ? value : fallback);

function readPlace(value: unknown): PlaceDraft | null {
  if (!isObject(value) || !isObject(value.address)) return null;
  const { city, region, lat, lon, address } = value;
  if (typeof lat !== 'number' || typeof lon !== 'number' || typeof address.city_id !== 'number') return null;
  return { city: text(city), region: text(region), lat, lon, address: address as PlaceDraft['address'] };
}
/** Of a draft of an earlier build: the flat of its line. */
function readDoor(value: unknown, place: PlaceDraft | null): CheckoutDraft['door'] {
  if (!isObject(value)) return place ? doorOfPlace(emptyDoor(), place) : emptyDoor();
  return { of: text(value.of), flat: text(value.flat), isPrivate: value.isPrivate === true, note: text(value.note) };
}
function readWay(value: unknown): CheckoutDraft['way'] {
  if (!isObject(value) || typeof value.type !== 'number' || !isDeliveryType(value.type)) return null;
  return { type: value.type, mode: value.mode === 'gate' ? 'gate' : 'door' };
}
function readPoints(value: unknown): CheckoutDraft['points'] {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      ([type, point]) => isDeliveryType(Number(type)) && isObject(point) && typeof point.id === 'string',
    ),
  ) as CheckoutDraft['points'];
}

/** What was typed wins over what the account knows, but an empty field takes what is known. */
export function readDraft(kept: unknown, known: Partial<CheckoutDraft['recipient']>): CheckoutDraft {
  const start = emptyDraft(known);
  if (!isObject(kept) || kept.v !== 1) return start;
  const typed = isObject(kept.recipient) ? kept.recipient : {};
  return {
    ...start,
    recipient: {
      name: text(typed.name) || start.recipient.name,
      phone: text(typed.phone) || start.recipient.phone,
      email: text(typed.email) || start.recipient.email,
    },
    where: text(kept.where),
    place: readPlace(kept.place),
    door: readDoor(kept.door, readPlace(kept.place)),
    way: readWay(kept.way),
    points: readPoints(kept.points),
    payment: typeof kept.payment === 'number' ? kept.payment : null,
    comment: text(kept.comment),
    debitUse: kept.debitUse === true,
    step: STEPS.find((step) => step === kept.step) ?? 'recipient',
  };
}

/** Null when nothing fits: then the usual steps are shown. */
export function readLast(kept: unknown): LastOrder | null {
  if (!isObject(kept) || kept.v !== 1 || !isObject(kept.consent)) return null;
  const { recipient, where, place, door, way, points, payment } = readDraft(kept, {});
  if (!place || !way || payment === null || recipient.name === '') return null;
  const consent = readGiven(kept.consent);
  // Orders of an earlier build know of no carrier's consent: it is asked for once.
  const carrier = isObject(kept.carrier) ? readGiven(kept.carrier) : null;
  return { v: 1, recipient, where, place, door, way, points, payment, consent, carrier };
}
const readGiven = (kept: Record<string, unknown>): GivenBefore => ({ version: text(kept.version), at: text(kept.at) });
