import type { DeliveryPoint } from '#contract/delivery.ts';

/** A point of Новосибирск, as the shop answers it. */
export const pointAt = (more: Partial<DeliveryPoint> & { id: string }): DeliveryPoint => ({
  gateType: 'pvz',
  name: 'СДЭК (демо)',
  address: `ул. Ленина, ${more.id}`,
  lat: 55.03,
  lon: 82.92,
  schedule: 'Пн–вс 9:00–21:00',
  hours: null,
  utc: 7,
  phone: null,
  max_weight: 30_000,
  pay_card: true,
  pay_cash: false,
  note: null,
  distance: 600,
  ...more,
});
