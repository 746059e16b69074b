import { COUNTRIES } from '#contract/tables.ts';
import type { Days } from '#contract/delivery-types.ts';

/** What delivery says (docs/product/asked-for.md#texts and docs/product/delivery.md#words). No library in here. */
export const DELIVERY_WORDS = {
  unavailable: 'Недоступен',
  yourCentre: 'Был выбран ваш Центр обслуживания',
  /** Chosen by itself, and nobody's own. */
  onlyCentre: 'Единственный в городе',
  noCentre: 'В вашем городе нет Центров обслуживания.',
  noPoints: 'Нет доступных ПВЗ. Попробуйте уменьшить карту.',
  payAtReceipt: 'Оплата при получении',
  freeForPunkt: 'Бесплатная доставка для пункта выдачи',
  courierFreeFrom: 'Бесплатно от 5 000 ₽',
  ourTariff: 'Служба не ответила, цена по нашему тарифу',
  preliminary: 'предварительно',
  pointClosed: 'Этот пункт больше не работает. Выберите другой',
  /** In front of a way that is hidden or not ready and was ordered all the same. */
  notForYou: 'Этот способ доставки для этого заказа закрыт. Выберите другой',
  chooseCity: 'Выберите город из списка',
  chooseIndex: 'Укажите индекс получателя: шесть цифр',
  chooseGate: 'Выберите пункт выдачи',
  chooseDoor: 'Укажите улицу и дом',
  chooseFlat: 'Укажите квартиру или отметьте «Частный дом»',
  chooseDoorOrGate: 'Укажите улицу и дом или выберите пункт выдачи',
  /** The phone does not know the shop's own centres. */
  centresUnknown: 'Пункты назовёт магазин, когда появится сеть',
  unknownCity: 'Такого города у нас нет. Выберите город из списка',
  wrongCountry: 'Город находится в другой стране. Выберите город ещё раз',
} as const;

const COUNTRY_TO: Record<number, string> = {
  [COUNTRIES.russia]: 'Россию',
  [COUNTRIES.kazakhstan]: 'Казахстан',
  [COUNTRIES.kyrgyzstan]: 'Кыргызстан',
};
/** «Недоступен: в Казахстан не возит». */
export const notServedWords = (countryId: number): string =>
  countryId === COUNTRIES.russia || COUNTRY_TO[countryId] === undefined
    ? `${DELIVERY_WORDS.unavailable}: сюда не возит`
    : `${DELIVERY_WORDS.unavailable}: в ${COUNTRY_TO[countryId]} не возит`;

/** Kilograms with at most two digits after the comma: «16,2 кг», «0,87 кг». */
export const kgWords = (grams: number): string =>
  `${String(Math.round(grams / (grams < 10_000 ? 10 : 100)) / (grams < 10_000 ? 100 : 10)).replace('.', ',')} кг`;
export const tooHeavyWords = (grams: number, maxGrams: number): string =>
  `${DELIVERY_WORDS.unavailable}: посылка ${kgWords(grams)}, можно до ${kgWords(maxGrams)}`;

export const pointTooSmallWords = (maxGrams: number): string =>
  `Этот пункт принимает посылки до ${kgWords(maxGrams)}. Выберите другой`;

/** «4–6 дней», «3 дня», «1 день». */
export function daysWords({ min, max }: Days): string {
  return `${min === max ? max : `${min}–${max}`} ${dayWord(max)}`;
}
/** The shop's own ways name the day itself: «сегодня», «завтра». */
export const ownDaysWords = (days: Days): string =>
  days.max === 0 ? 'сегодня' : days.max === 1 ? 'завтра' : daysWords(days);

function dayWord(count: number): string {
  const tens = count % 100;
  const ones = count % 10;
  if (ones === 1 && tens !== 11) return 'день';
  return ones >= 2 && ones <= 4 && !(tens >= 12 && tens <= 14) ? 'дня' : 'дней';
}

/** A deferred order is kept for so long. */
export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const MOSCOW_DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });
/** «Храним до 20 декабря, отправим со следующим заказом». */
export const keptUntilWords = (now: Date): string =>
  `Храним до ${MOSCOW_DAY.format(now.getTime() + KEPT_DAYS * DAY_MS)}, отправим со следующим заказом`;
