import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { askBytes, askJson, type Question } from '#server/gates/carriers/ask-json.ts';
import { countryCodeOf } from '#server/gates/carriers/cdek-countries.ts';
import { boxOf } from '#server/gates/carriers/parcel-box.ts';
import { CarrierError, type CarrierStatus, type ShipAsked, type Shipper, type ShipOutcome } from '#server/gates/carriers/port.ts'; // prettier-ignore

// СДЭК, API v2: parcels are registered, labelled and followed. NEVER MET THE LIVE SERVICE: written to its documented shapes
// (docs/product/desk.md#carriers) and tried against a local server that answers so. Contents: 1 registering, 2 the label, 3 statuses

type Keyed = <T>(signal: AbortSignal, use: (token: string) => Promise<T>) => Promise<T>;
/** `point`: the office of СДЭК where the shop brings its parcels. */
type Access = { url: string; point: string; hook: string | null; withKey: Keyed };

export function openCdekShipper({ url, point, hook, withKey }: Access): Shipper {
  const ask = <S extends z.ZodMiniType>(path: string, shape: S, signal: AbortSignal, more: Partial<Question> = {}) =>
    withKey(signal, (token) =>
      askJson({ url: `${url}${path}`, headers: { authorization: `Bearer ${token}` }, signal, ...more }, shape),
    );
  const byRef = (ref: string, signal: AbortSignal) => ask(`/orders/${encodeURIComponent(ref)}`, OneOrder, signal);

  return {
    hook,
    async ship(asked, signal) {
      // It may have been registered by a try whose answer was lost.
      const query = `/orders?im_number=${encodeURIComponent(asked.number)}`;
      const known = await ask(query, OneOrder, signal, { also: [400, 404] });
      const first = known.entity && refusalOf(known) === null ? known : await ask('/orders', OneOrder, signal, { method: 'POST', json: toBody(asked, point), also: [400] }); // prettier-ignore
      const ref = first.entity?.uuid;
      if (ref === undefined) return refused(refusalOf(first));
      return untilNumbered(await byRef(ref, signal), ref, () => byRef(ref, signal), signal);
    },
    async label(ref, signal) {
      const json = { orders: [{ order_uuid: ref }], copy_count: 1, format: 'A6' };
      const made = await ask('/print/barcodes', Print, signal, { method: 'POST', json });
      const id = encodeURIComponent(made.entity.uuid);
      for (const wait of WAITS) {
        await sleep(wait, undefined, { signal });
        const { statuses } = (await ask(`/print/barcodes/${id}`, Print, signal)).entity;
        if (statuses?.some(({ code }) => code === 'INVALID' || code === 'REMOVED')) throw new CarrierError('no label for this parcel'); // prettier-ignore
        if (statuses?.some(({ code }) => code === 'READY')) return readLabel(id, signal);
      }
      throw new CarrierError('the label is not ready yet');
    },
    statuses: async (ref, signal) =>
      ((await byRef(ref, signal)).entity?.statuses ?? []).flatMap((row) => toStatus(row)),
    refOf(message) {
      const parsed = Message.safeParse(message);
      return parsed.success ? parsed.data.uuid : null;
    },
  };

  /** From our own address of it, not from the one in the answer: a key must not travel elsewhere. */
  async function readLabel(id: string, signal: AbortSignal): Promise<Uint8Array> {
    const bytes = await withKey(
      signal,
      (token) =>
      askBytes({ url: `${url}/print/barcodes/${id}.pdf`, headers: { authorization: `Bearer ${token}`, accept: 'application/pdf' }, signal, maxBytes: LABEL_BYTES }), // prettier-ignore
    );
    if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new CarrierError('the label is no PDF');
    return bytes;
  }
}
const LABEL_BYTES = 5_000_000;
/** It answers at once that it has heard, and by and by that it has done. */
const WAITS = [100, 500, 1000, 2000, 4000, 8000];

// ── 1 Registering ───────────────────────────────────────────────────────────────────────────────
const Fault = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) });
const Status = z.object({ code: z.string(), name: z.optional(z.string()), date_time: z.string(), city: z.optional(z.nullable(z.string())) }); // prettier-ignore
const OneOrder = z.object({
  entity: z.optional(z.nullable(z.object({
    uuid: z.string().check(z.minLength(1), z.maxLength(100)),
    cdek_number: z.optional(z.nullable(z.string())),
    statuses: z.optional(z.nullable(z.array(Status))),
  }))),
  requests: z.optional(z.nullable(z.array(
    z.object({ type: z.optional(z.string()), state: z.optional(z.string()), errors: z.optional(z.nullable(z.array(Fault))) }),
  ))),
}); // prettier-ignore
type OneOrder = z.output<typeof OneOrder>;

/** From our office to their office, parcel locker or door: tariffs of the contract for online shops. */
const TARIFFS = { office: 136, locker: 368, door: 137 };
const roubles = (kopecks: number): number => kopecks / 100;

function toBody({ number, to, recipient, grams, items }: ShipAsked, point: string) {
  const { gate } = to;
  const where = gate
    ? { tariff_code: gate.isLocker ? TARIFFS.locker : TARIFFS.office, delivery_point: gate.id }
    : {
        tariff_code: TARIFFS.door,
        to_location: {
          country_code: countryCodeOf(to.countryId),
          city: to.city,
          address: to.address,
          ...(to.index === null ? {} : { postal_code: to.index }),
        },
      };
  return {
    type: 1,
    number,
    shipment_point: point,
    ...where,
    ...(to.note === '' ? {} : { comment: to.note }),
    recipient: {
      name: recipient.name,
      phones: [{ number: recipient.phone }],
      ...(recipient.email === null ? {} : { email: recipient.email }),
    },
    packages: [
      {
        number,
        weight: grams,
        ...boxOf(grams),
        // Paid to the shop: the courier takes nothing.
        items: items.map(({ code, title, priceKop, pieces, grams: weight }) => ({
          name: title.slice(0, 255),
          ware_key: code,
          payment: { value: 0 },
          cost: roubles(priceKop),
          weight,
          amount: pieces,
        })),
      },
    ],
  };
}
/** Why it was not taken, in its own words; null: it was. */
function refusalOf({ requests }: OneOrder): string | null {
  const invalid = requests?.find(({ type, state }) => state === 'INVALID' && (type ?? 'CREATE') === 'CREATE');
  if (!invalid) return null;
  const words = invalid.errors?.flatMap(({ message, code }) => message ?? code ?? []).join('; ');
  return words === undefined || words === '' ? 'без объяснения' : words.slice(0, 300);
}
function refused(why: string | null): ShipOutcome {
  // Neither a number nor a reason: nobody knows whether it was taken.
  if (why === null) throw new CarrierError('neither a number nor a reason');
  return { kind: 'refused', why };
}
async function untilNumbered(
  first: OneOrder,
  ref: string,
  again: () => Promise<OneOrder>,
  signal: AbortSignal,
): Promise<ShipOutcome> {
  let seen = first;
  for (const wait of WAITS) {
    const why = refusalOf(seen);
    if (why !== null) return refused(why);
    const track = seen.entity?.cdek_number;
    if (track) return { kind: 'registered', ref, track };
    await sleep(wait, undefined, { signal });
    seen = await again();
  }
  throw new CarrierError('no number yet');
}

// ── 2 The label ─────────────────────────────────────────────────────────────────────────────────
const Print = z.object({
  entity: z.object({ uuid: z.string().check(z.minLength(1), z.maxLength(100)), statuses: z.optional(z.nullable(z.array(z.object({ code: z.string() })))) }),
}); // prettier-ignore

// ── 3 Statuses ──────────────────────────────────────────────────────────────────────────────────
const Message = z.object({ type: z.literal('ORDER_STATUS'), uuid: z.string().check(z.minLength(1), z.maxLength(100)) });
const MEANINGS = new Map<string, NonNullable<CarrierStatus['meaning']>>([
  ...['ACCEPTED_AT_PICK_UP_POINT', 'ACCEPTED_AT_WAREHOUSE_ON_DEMAND', 'ENTERED_TO_WAREHOUSE_ON_DEMAND', 'POSTOMAT_POSTED'].map((code) => [code, 'at_point'] as const),
  ...['DELIVERED', 'POSTOMAT_RECEIVED'].map((code) => [code, 'handed'] as const),
  ...['NOT_DELIVERED'].map((code) => [code, 'back'] as const),
  ...[
    'ACCEPTED', 'CREATED', 'RECEIVED_AT_SHIPMENT_WAREHOUSE', 'READY_TO_SHIP_AT_SENDING_OFFICE', 'READY_FOR_SHIPMENT_IN_SENDER_CITY',
    'RETURNED_TO_SENDER_WAREHOUSE', 'RETURNED_TO_SENDER_CITY_WAREHOUSE', 'PASSED_TO_CARRIER_AT_SENDING_OFFICE', 'TAKEN_BY_TRANSPORTER_FROM_SENDER_CITY',
    'SEND_TO_TRANSIT_OFFICE', 'SENT_TO_TRANSIT_CITY', 'MET_AT_TRANSIT_OFFICE', 'ACCEPTED_IN_TRANSIT_CITY', 'ACCEPTED_TO_OFFICE_TRANSIT_WAREHOUSE',
    'ACCEPTED_AT_TRANSIT_WAREHOUSE', 'RETURNED_TO_TRANSIT_WAREHOUSE', 'READY_TO_SHIP_IN_TRANSIT_OFFICE', 'READY_FOR_SHIPMENT_IN_TRANSIT_CITY',
    'PASSED_TO_CARRIER_AT_TRANSIT_OFFICE', 'TAKEN_BY_TRANSPORTER_FROM_TRANSIT_CITY', 'SEND_TO_SENDING_OFFICE', 'SENT_TO_SENDER_CITY', 'SEND_TO_RECIPIENT_OFFICE',
    'SENT_TO_RECIPIENT_CITY', 'MET_AT_SENDING_OFFICE', 'ACCEPTED_IN_SENDER_CITY', 'MET_AT_RECIPIENT_OFFICE', 'ACCEPTED_IN_RECIPIENT_CITY',
    'ACCEPTED_AT_DELIVERY_WAREHOUSE', 'ENTERED_TO_DELIVERY_WAREHOUSE', 'ACCEPTED_AT_RECIPIENT_CITY_WAREHOUSE', 'ISSUED_FOR_DELIVERY', 'TAKEN_BY_COURIER',
    'RETURNED_TO_DELIVERY_WAREHOUSE', 'RETURNED_TO_RECIPIENT_CITY_WAREHOUSE', 'POSTOMAT_SEIZED', 'IN_CUSTOMS_INTERNATIONAL', 'IN_CUSTOMS_LOCAL',
    'CUSTOMS_COMPLETE', 'SHIPPED_TO_DESTINATION', 'PASSED_TO_TRANSIT_CARRIER',
  ].map((code) => [code, 'moving'] as const),
]); // prettier-ignore

/** A status without a readable time is left out: it could not be put in order. */
function toStatus({ code, name, date_time: moment, city }: z.output<typeof Status>): CarrierStatus[] {
  const at = new Date(moment.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(at.getTime())) return [];
  const words = [name ?? code, city].filter(Boolean).join(', ').slice(0, 200);
  return [{ code: code.slice(0, 100), at, words, meaning: MEANINGS.get(code) ?? null }];
}
