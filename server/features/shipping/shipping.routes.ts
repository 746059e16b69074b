import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { deskFetchCarriers, deskGetLabel } from '#contract/desk-shipping.ts';
import { MESSAGES } from '#contract/messages.ts';
import { askShipment } from '#server/features/shipping/shipping.jobs.ts';
import { findShipment, findShipmentByRef } from '#server/features/parcels/shipments.queries.ts';
import { CarrierError } from '#server/gates/carriers/port.ts';
import { mountFile } from '#server/platform/mount-file.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound, RefusedError } from '#server/platform/refuse.ts';

const INT4_MAX = 2_147_483_647;
const LABEL_MS = 20_000;
const MESSAGE_BYTES = 64_000;

/** Parcels at their carriers (docs/product/desk.md#carriers). */
export function shippingRoutes(app: FastifyInstance, shop: Shop): void {
  const { shippers } = shop.gates.carriers;
  mount(app, shop, deskFetchCarriers, () => Promise.resolve({ types: shippers.flatMap(({ types }) => [...types]) }));
  mountFile(app, shop, deskGetLabel, async ({ params: { id }, reply }) => {
    const shipment = id > INT4_MAX ? undefined : await findShipment(shop.db, id);
    const shipper = shipment && shippers.find(({ name }) => name === shipment.carrier);
    if (!shipment || !shipper) throw notFound('Эту посылку магазин у перевозчика не оформлял: наклейки нет');
    const pdf = await shipper.label(shipment.ref, AbortSignal.timeout(LABEL_MS)).catch((error: unknown) => {
      if (!(error instanceof CarrierError)) throw error;
      throw new RefusedError('not_possible', 'Перевозчик не отдал наклейку. Попробуйте через минуту', { http: 503 });
    });
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `inline; filename="label-${id}.pdf"` })
      .type('application/pdf')
      .send(Buffer.from(pdf));
  });
  hookRoute(app, shop);
}

/** Carriers sign nothing: the secret word in the address is all that shows whose message it is, and nothing in it is believed. */
function hookRoute(app: FastifyInstance, shop: Shop): void {
  app.route({
    method: 'POST',
    url: '/carriers/webhook/:carrier/:secret',
    bodyLimit: MESSAGE_BYTES,
    handler: async (request, reply) => {
      const { carrier, secret } = request.params as { carrier: string; secret: string };
      const shipper = shop.gates.carriers.shippers.find(({ name }) => name === carrier);
      if (!shipper || shipper.hook === null || !isSame(secret, shipper.hook)) {
        request.log.warn({ carrier: shipper?.name ?? 'unknown', reqId: request.id }, 'message of a carrier refused');
        throw notFound(MESSAGES.unknownCall);
      }
      const ref = shipper.refOf(request.body);
      const shipment = ref === null ? undefined : await findShipmentByRef(shop.db, carrier, ref);
      if (shipment && shipment.endedAt === null)
        await shop.db.transaction((tx) => shop.jobs.send(tx, askShipment, { parcelId: shipment.parcelId }));
      // Of another kind or not ours: repeating it would help nobody.
      return reply.code(200).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('');
    },
  });
}
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));
