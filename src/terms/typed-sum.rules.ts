/** «1 900», «1900,5», «1900.50 ₽» → kopecks; null for anything else. */
export function kopecksOf(text: string): number | null {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0₽]/g, ''));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

/** Kopecks as one would type them: «750», «750,50». */
export const roublesOf = (kop: number): string =>
  kop % 100 === 0 ? String(kop / 100) : (kop / 100).toFixed(2).replace('.', ',');
