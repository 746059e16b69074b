import { PHONE_COUNTRIES } from '#contract/phones.ts';

export type LoginName = { email: string } | { phone: string };

/**
 * Failures only (docs/product/people.md#limits): 5 per account on a device in 15 minutes, then closed; 100 per address, then
 * slower. `slowSteps`: 1, 2, 4 … 64 s.
 */
export const LOGIN_LIMITS = { perAccount: 5, perAddress: 100, windowMs: 15 * 60_000, slowSteps: 6 } as const;

/**
 * A phone in any usual writing (+7…, 8…, 7…, ten digits, spaces, brackets, dashes) or an e-mail in any case;
 * null when it is neither. Phones come out as E.164.
 */
export function readLogin(text: string): LoginName | null {
  const typed = text.normalize('NFKC').trim();
  if (typed.includes('@')) return { email: typed.toLowerCase() };
  if (!/^\+?[\d\s().\-\u2010-\u2015]+$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, '');
  const phone = typed.startsWith('+') ? withDial(digits) : (domestic(digits) ?? withDial(digits));
  return phone === null ? null : { phone };
}

/** «8 900 …» and «900 …» are how people in Russia and Kazakhstan write their own numbers. */
function domestic(digits: string): string | null {
  if (digits.length === 10) return `+7${digits}`;
  return digits.length === 11 && digits.startsWith('8') ? `+7${digits.slice(1)}` : null;
}

function withDial(digits: string): string | null {
  const fits = PHONE_COUNTRIES.some(
    ({ dialCode, lengthNumber }) => digits.startsWith(dialCode) && digits.length === dialCode.length + lengthNumber,
  );
  return fits ? `+${digits}` : null;
}

/** One text per account, whether its e-mail or its phone was typed and however; what names no account counts by its own letters. */
export function accountKey(text: string, account: { id: number } | undefined): string {
  if (account) return `user:${account.id}`;
  const name = readLogin(text);
  if (!name) return `other:${text.normalize('NFKC').trim().toLowerCase()}`;
  return 'email' in name ? `email:${name.email}` : `phone:${name.phone}`;
}

/**
 * Seconds until the limit's oldest failure leaves the window; null while there is room. `newestFirst` are failures of the
 * window.
 */
export function waitSeconds(newestFirst: readonly Date[], limit: number, now: Date): number | null {
  const blocking = newestFirst[limit - 1];
  if (!blocking) return null;
  return Math.max(1, Math.ceil((blocking.getTime() + LOGIN_LIMITS.windowMs - now.getTime()) / 1000));
}

const SLOWEST_S = 60;
/**
 * Beyond the limit one attempt is let through 1, 2, 4 … 60 s after the newest failure: an address that many share gets slower
 * and is never closed. Null while there is room, or when that time is over.
 */
export function slowSeconds(newestFirst: readonly Date[], limit: number, now: Date): number | null {
  const [newest] = newestFirst;
  const over = newestFirst.length - limit;
  if (!newest || over < 0) return null;
  const wait = newest.getTime() + Math.min(SLOWEST_S, 2 ** over) * 1000 - now.getTime();
  return wait > 0 ? Math.ceil(wait / 1000) : null;
}
