/** «1 250,50» → 125050 kopecks; empty is nothing. Null when it is no amount. */
export function readRoubles(text: string): number | null {
  const plain = text.replaceAll(/[\s₽\u00a0]/g, '').replace(',', '.');
  if (plain === '') return 0;
  if (!/^\d{1,7}(\.\d{0,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}
/** As it stands in a field: no sign of the currency, kopecks only where there are some. */
export const writeRoubles = (kopecks: number): string =>
  kopecks % 100 === 0 ? String(kopecks / 100) : (kopecks / 100).toFixed(2).replace('.', ',');
