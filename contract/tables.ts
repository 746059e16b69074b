export { CART_TYPES, CONS_SORTS, DEFAULT_SORT, LIMITS, type Sort, SORTS } from '#contract/first-tables.ts';

/** docs/product/asked-for.md#constants, exactly. */
export const PRICE_TYPES = { client: 0, cons: 1 } as const;
export const ACCOUNT_TYPES = { LS: 0, KS: 1, BS: 2 } as const;
export const DELIVERY_TYPES = {
  postal: 1,
  pickup: 3,
  kit: 8,
  pek: 9,
  sdek: 11,
  energy: 12,
  postalOnline: 14,
  postalEkom: 18,
  megatrans: 19,
  product: 20,
  deferred: 22,
  logisticCenter: 23,
  boxberry: 25,
  fivepost: 26,
  yandex: 27,
} as const;
export const PAYMENT_TYPES = {
  none: 0,
  cart: 1,
  personalAccount: 2,
  bankRequisite: 3,
  qr: 5,
  sberPay: 7,
  gazprom: 8,
  yookassa: 9,
  robokassa: 10,
} as const;
export const COUNTRIES = { russia: 1, kazakhstan: 4, kyrgyzstan: 11 } as const;
export const SUPPORT_TOPICS = {
  1: 'Заказ и доставка',
  2: 'Оплата и возврат',
  3: 'Товар и применение',
  4: 'Вход и регистрация',
  5: 'Бонусы и счета',
  6: 'Сотрудничество',
  7: 'Другое',
} as const;
export const BREAKPOINTS = { tablet: 780, desktop: 960 } as const;
/** House account: the sponsor of whoever has none (docs/product/people.md#sponsor). */
export const HOUSE_CONS_ID = 1000001;
