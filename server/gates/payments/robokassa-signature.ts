import { createHash, timingSafeEqual } from 'node:crypto';

export const ROBOKASSA_HASHES = ['md5', 'sha256', 'sha384', 'sha512'] as const;
export type RobokassaHash = (typeof ROBOKASSA_HASHES)[number];

/**
 * Hex of the parts joined by «:». `Shp_` parameters follow the password, by name (docs/product/payments.md#robokassa).
 */
export function sign(algorithm: RobokassaHash, parts: readonly (string | number)[], shp: Record<string, string> = {}) {
  const extra = Object.keys(shp)
    .toSorted()
    .map((name) => `${name}=${shp[name]}`);
  return createHash(algorithm)
    .update([...parts, ...extra].join(':'))
    .digest('hex');
}

/** Upper and lower case are the same signature. */
export function isSigned(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected.toLowerCase())];
  return a.length === b.length && timingSafeEqual(a, b);
}
