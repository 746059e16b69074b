/** «1234.50» of whole kopecks, as providers write sums. */
export const roubles = (kop: number): string => `${Math.floor(kop / 100)}.${String(kop % 100).padStart(2, '0')}`;

/** Kopecks of a provider's sum («1234.5», «1234.500000»); null for anything that is no whole number of kopecks. */
export function kopecks(text: unknown): number | null {
  const match = typeof text === 'string' ? /^(\d{1,10})(?:\.(\d{1,2})0{0,8})?$/.exec(text) : null;
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
