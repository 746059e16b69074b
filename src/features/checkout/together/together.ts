import type { DeferredOrder } from '#contract/shipments.ts';
import { choiceOf, isByCarrier, type DeliveryRow } from '#contract/delivery-types.ts';
import { isOpenWay, type Way, waysOf, wayKey } from '#src/features/checkout/ways.ts';
import type { ChosenPoint, Mode, PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';

/** What has been chosen on «Отправить отложенные»; it lives as long as the page. */
export type Together = {
  orders: readonly number[];
  where: string;
  place: PlaceDraft | null;
  way: { type: DeliveryType; mode: Mode } | null;
  points: Partial<Record<DeliveryType, ChosenPoint>>;
  payment: number | null;
  isAgreed: boolean;
};
export const NOTHING: Together = {
  orders: [],
  where: '',
  place: null,
  way: null,
  points: {},
  payment: null,
  isAgreed: false,
};

/** Those that may leave together: to one recipient, and in no shipment yet. The newest decides whose they are. */
export function sendable(orders: readonly DeferredOrder[]): DeferredOrder[] {
  const free = orders.filter(({ shipment }) => shipment === null);
  const phone = free.at(-1)?.recipient.phone;
  return free.filter(({ recipient }) => recipient.phone === phone);
}
export const hasDoor = (place: PlaceDraft | null): boolean => Boolean(place?.address.street && place.address.house);
export const waysFor = (rows: readonly DeliveryRow[], { points, place }: Together): Way[] =>
  rows.flatMap((row) => waysOf({ ...row, rid: 0 }, { points, hasDoor: hasDoor(place) }));
export const currentOf = (ways: readonly Way[], { way }: Together): Way | undefined =>
  way ? ways.find(({ key }) => key === wayKey(way.type, way.mode)) : undefined;
export const wantsIndex = (way: Way): boolean =>
  way.state === 'need_choose' && (choiceOf(way.type) === 'index' || choiceOf(way.type) === 'index_or_gate');

/** What is still missing before it can be sent, as the person reads it; null: nothing. */
export function missingOf(state: Together, way: Way | undefined): string | null {
  if (state.orders.length === 0) return 'Отметьте хотя бы один заказ';
  if (!state.place) return 'Укажите город или адрес';
  if (!way || !isOpenWay(way)) return 'Выберите способ доставки';
  if (way.state === 'need_choose') return way.hint ?? 'Выберите пункт выдачи';
  if (isByCarrier(way.type) && !state.isAgreed) return 'Отметьте согласие на передачу имени, телефона и адреса';
  return (way.cost ?? 0) > 0 && state.payment === null ? 'Выберите способ оплаты' : null;
}
