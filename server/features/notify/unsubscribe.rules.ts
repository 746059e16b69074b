import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link of a letter names: the request that it answers, or the asking for a confirmation. */
export type Written = { of: 'request' | 'confirmation'; id: number };
const LETTER = { request: 'r', confirmation: 'c' } as const;

/**
 * «r17.<signature>»: it names a row, never an address, and nobody but the shop can make one. It stands in the path, since a mail program posts to
 * the address as it is (RFC 8058); all that it opens is the end of letters.
 */
export function signWritten(secret: string, { of, id }: Written): string {
  const name = `${LETTER[of]}${id}`;
  return `${name}.${macOf(secret, name)}`;
}

/** Undefined: not of this shop, or not whole. */
export function readWritten(secret: string, token: string): Written | undefined {
  const [, name = '', kind, digits, mac = ''] = /^((r|c)(\d{1,10}))\.([\w-]{43})$/.exec(token) ?? [];
  const id = Number(digits);
  if (name === '' || id > INT4_MAX || !isSame(mac, macOf(secret, name))) return undefined;
  return { of: kind === LETTER.request ? 'request' : 'confirmation', id };
}
const INT4_MAX = 2_147_483_647;

const macOf = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${name}`).digest('base64url');
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Where a letter is left. */
export const unsubscribeUrl = (publicUrl: string, secret: string, written: Written): string =>
  `${publicUrl}/otpiska/${signWritten(secret, written)}`;
