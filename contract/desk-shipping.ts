import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { deskCommon, DeskOneOrder, OrderId } from '#contract/desk-orders.ts';
import { PathId } from '#contract/ids.ts';
import { okWord } from '#contract/reply.ts';

// Parcels at their carriers (docs/product/desk.md#carriers).

export const deskFetchCarriers = defineCall({
  ...deskCommon,
  name: 'deskFetchCarriers',
  summary: 'Хозяйство: способы доставки, посылки которых магазин оформляет у перевозчика сам',
  method: 'GET',
  path: '/api/desk/carriers',
  reply: z.object({ ...okWord, types: z.array(z.int()) }),
});
export const deskRegisterParcel = defineCall({
  ...deskCommon,
  name: 'deskRegisterParcel',
  summary: 'Хозяйство: собранная посылка оформлена у перевозчика, трек-номер из его ответа',
  method: 'POST',
  path: '/api/desk/parcels/register',
  keyed: true,
  limit: { caller: 600 },
  /** `version`: of the parcel on the screen. */
  body: z.object({ exp_id: OrderId, parcel_id: OrderId, version: z.int() }),
  reply: DeskOneOrder,
});
/** Where the label of a registered parcel is printed from. */
export const labelPath = (parcelId: number): string => `/api/desk/parcels/${parcelId}/label`;
export const deskGetLabel = defineCall({
  ...deskCommon,
  name: 'deskGetLabel',
  summary: 'Хозяйство: наклейка перевозчика (PDF)',
  method: 'GET',
  path: '/api/desk/parcels/:id/label',
  limit: { caller: 600 },
  params: z.object({ id: PathId }),
  // The answer is a file.
  reply: z.unknown(),
});
export const SHIPPING_CALLS = [deskFetchCarriers, deskRegisterParcel, deskGetLabel] as const;
