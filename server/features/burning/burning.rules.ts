const RUB = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });
const TIME = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' });

/** «500 ₽», «500,50 ₽». */
const sumWords = (kop: number): string => `${RUB.format(kop / 100).replace(/,00$/, '')}\u00a0₽`;

/**
 * What is said of gifts that burn on one day in Moscow, the first of them at `firstAt`: the same words in the inbox and in the letter. A gift burns
 * to the minute, ninety days after it was given, so a day alone would promise too much.
 */
export function burningWords({ amountKop, firstAt }: { amountKop: number; firstAt: Date }) {
  const [day, sum] = [DAY.format(firstAt), sumWords(amountKop)];
  return {
    title: `${day} сгорят ${sum} с бонусного счёта`,
    text: `На вашем БС есть ${sum}, которые сгорят ${day} в ${TIME.format(firstAt)} по Москве. До этого ими можно оплатить до 30 % товаров.`,
  };
}
