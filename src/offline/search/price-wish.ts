import { normal } from '#src/offline/search/words.ts';

// «Подарок до 1500», «крем от 300 до 700 рублей»: a price is no word of a product.

export type PriceWish = { priceMin: number | null; priceMax: number | null; rest: string };
const NUMBER = String.raw`(\d{1,3}[ \u00a0]\d{3}|\d{2,6})`;
const MONEY = String.raw`(?:\s*(?:₽|руб(?:л(?:ей|я|ь))?|р)(?![\p{L}\p{N}])\.?)`;
const UP_TO = String.raw`(?:(?:не\s+)?(?:дороже|больше)|дешевле|до|за|максимум|в\s+пределах)`;
const FROM = String.raw`(?:от|дороже)`;
const BOTH = new RegExp(String.raw`(?<!\p{L})от\s+${NUMBER}${MONEY}?\s+до\s+${NUMBER}${MONEY}?(?![\p{L}\p{N}])`, 'u');
/** «До 12» is an age or a dose, «за 10601» a code: below a hundred and above four digits the word for money decides. */
const MOST = new RegExp(String.raw`(?<!\p{L})${UP_TO}\s+${NUMBER}(${MONEY})?(?![\p{L}\p{N}])`, 'u');
const LEAST = new RegExp(String.raw`(?<!\p{L})${FROM}\s+${NUMBER}(${MONEY})?(?![\p{L}\p{N}])`, 'u');

const roubles = (text: string): number => Number(text.replaceAll(/\D/g, ''));
const isPrice = (value: number, money: string | undefined): boolean =>
  money !== undefined || (value >= 100 && value < 10_000);

/** What is asked of the price, and the query without it; null: nothing is. */
export function priceWishOf(query: string): PriceWish | null {
  const text = normal(query);
  const both = BOTH.exec(text);
  if (both && roubles(both[2]!) >= 100) return said(text, both, roubles(both[1]!), roubles(both[2]!));
  // «Не дороже» before «дороже».
  const most = MOST.exec(text);
  const isMost = most !== null && !/^(?:дороже|больше)/.test(most[0]);
  if (isMost && isPrice(roubles(most[1]!), most[2])) return said(text, most, null, roubles(most[1]!));
  const least = LEAST.exec(text);
  if (least && isPrice(roubles(least[1]!), least[2])) return said(text, least, roubles(least[1]!), null);
  return null;
}
const said = (
  text: string,
  { 0: words, index }: RegExpExecArray,
  priceMin: number | null,
  priceMax: number | null,
) => ({
  priceMin,
  priceMax,
  rest: `${text.slice(0, index)} ${text.slice(index + words.length)}`.replaceAll(/\s+/g, ' ').trim(),
});
