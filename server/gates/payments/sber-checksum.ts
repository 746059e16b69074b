import { createHmac, timingSafeEqual } from 'node:crypto';

/** Every parameter but the checksum's own, by name, as `name;value;` (docs/product/payments.md#sber). */
export function sberChecksum(secret: string, params: Readonly<Record<string, string>>): string {
  const text = Object.keys(params)
    .filter((name) => name !== 'checksum' && name !== 'sign_alias')
    .toSorted()
    .map((name) => `${name};${params[name]};`)
    .join('');
  return createHmac('sha256', secret).update(text).digest('hex').toUpperCase();
}

export function isSberSigned(secret: string, params: Readonly<Record<string, string>>): boolean {
  const [a, b] = [Buffer.from((params.checksum ?? '').toUpperCase()), Buffer.from(sberChecksum(secret, params))];
  return a.length === b.length && timingSafeEqual(a, b);
}
