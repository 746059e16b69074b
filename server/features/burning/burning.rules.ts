const RUB = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });

/** «500 ₽», «500,50 ₽». */
const sumWords = (kop: number): string => `${RUB.format(kop / 100).replace(/,00$/, '')}\u00a0₽`;

/** What is said of gifts that burn at the end of `day` (YYYY-MM-DD in Moscow): the same words in the inbox and in the letter. */
export function burningWords({ amountKop, day }: { amountKop: number; day: string }) {
  const until = DAY.format(new Date(`${day}T12:00:00+03:00`));
  const sum = sumWords(amountKop);
  return {
    title: `${until} сгорят ${sum} с бонусного счёта`,
    text: `На вашем БС есть ${sum}, которые действуют до ${until} включительно. Ими можно оплатить до 30 % товаров.`,
  };
}
