import type { DeliveryType } from '#contract/delivery-types.ts';

type Row = {
  includedKg: number;
  maxKg: number;
  /** What the door costs, in percent of the point; null where there is no courier. */
  doorPercent: number | null;
  /** Roubles for zones 1–8; null where nothing is carried to. */
  base: readonly (number | null)[];
  /** Roubles for every begun kilogram above the included ones. */
  perKg: readonly (number | null)[];
  days: readonly (readonly [number, number] | null)[];
};

const ONLINE_DAYS: Row['days'] = [[1, 2], [2, 3], [3, 5], [4, 7], [6, 10], [8, 13], null, null]; // prettier-ignore

/** The table of docs/product/delivery.md#tariff. */
// oxfmt-ignore
export const TARIFF_ROWS: Partial<Record<DeliveryType, Row>> = {
  1: {
    includedKg: 1, maxKg: 20, doorPercent: null,
    base: [260, 300, 340, 400, 470, 560, 980, 980],
    perKg: [30, 35, 45, 60, 80, 110, 180, 180],
    days: [[2, 3], [3, 5], [4, 6], [5, 8], [7, 11], [9, 14], [10, 18], [12, 20]],
  },
  11: {
    includedKg: 1, maxKg: 30, doorPercent: 145,
    base: [220, 290, 340, 420, 520, 690, 720, 780],
    perKg: [25, 35, 45, 65, 90, 130, 140, 150],
    days: [[1, 2], [2, 3], [3, 4], [4, 6], [5, 8], [7, 11], [6, 9], [7, 10]],
  },
  14: {
    includedKg: 1, maxKg: 20, doorPercent: null,
    base: [235, 270, 305, 360, 425, 505, null, null],
    perKg: [27, 32, 40, 54, 72, 99, null, null],
    days: ONLINE_DAYS,
  },
  18: {
    includedKg: 1, maxKg: 15, doorPercent: null,
    base: [205, 240, 275, 325, 385, 460, null, null],
    perKg: [24, 28, 36, 48, 64, 88, null, null],
    days: ONLINE_DAYS,
  },
  25: {
    includedKg: 1, maxKg: 15, doorPercent: 150,
    base: [210, 260, 310, 390, 480, 650, null, null],
    perKg: [25, 30, 40, 60, 85, 120, null, null],
    days: [[1, 2], [2, 3], [3, 5], [4, 7], [6, 9], [8, 12], null, null],
  },
  26: {
    includedKg: 3, maxKg: 15, doorPercent: null,
    base: [187, 220, 248, 334, 423, 551, null, null],
    perKg: [18, 18, 19, 48, 66, 117, null, null],
    days: [[3, 3], [3, 3], [3, 4], [6, 6], [9, 9], [8, 10], null, null],
  },
  27: {
    includedKg: 1, maxKg: 30, doorPercent: 150,
    base: [199, 249, 299, 379, 459, null, null, null],
    perKg: [20, 28, 38, 55, 75, null, null, null],
    days: [[1, 1], [1, 2], [2, 4], [3, 6], [5, 8], null, null, null],
  },
};
