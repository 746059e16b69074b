import type { Call } from '#contract/call.ts';
import { LIMIT_KINDS, type Limit } from '#contract/limits.ts';

/** An IPv4 address, or the first four groups of an IPv6 one: one household of IPv6 has 2^64 addresses, they count as one. */
export function addressKey(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)?.[1];
  if (v4) return v4;
  const [head = '', tail] = (ip.toLowerCase().split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The neighbourhood of an address: IPv4 /24, IPv6 /64. */
export function networkKey(ip: string): string {
  const address = addressKey(ip);
  return address.includes(':') ? address : address.split('.').slice(0, 3).join('.');
}

const SLOWEST_S = 60;
/**
 * Seconds until a refused call may come again: until its share is free, and 1, 2, 4 … 60 s for each one refused since the
 * last that was let through, so that a crowd behind one address does not come back together.
 */
export function waitAfter(refused: number, msUntilShare: number): number {
  return Math.max(1, Math.ceil(msUntilShare / 1000), Math.min(SLOWEST_S, 2 ** Math.min(refused - 1, 6)));
}

const plural = new Intl.PluralRules('ru-RU');
const MINUTES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'минуту', few: 'минуты' };
/** «Слишком много попыток. Попробуйте через 14 минут». Seconds are rounded up to whole minutes. */
export function tooManyInWords(waitSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60));
  return `Слишком много попыток. Попробуйте через\u00a0${minutes}\u00a0${MINUTES[plural.select(minutes)] ?? 'минут'}`;
}

export type Limits = ReadonlyMap<string, Limit>;
/**
 * Limits of the contract with the operator's own numbers over them: `openGuest.address=2000 notifyProduct.caller=50`.
 * Undefined when a word names no limited call, no limit that it has, or no whole number from 1 to 1 000 000.
 */
export function readLimits(text: string, calls: readonly Pick<Call, 'name' | 'limit'>[]): Limits | undefined {
  const limits = new Map(calls.flatMap(({ name, limit }) => (limit ? [[name, limit]] : [])));
  for (const word of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, name = '', kind, number] = /^(\w+)\.(\w+)=(\d{1,7})$/.exec(word) ?? [];
    const limit = limits.get(name);
    const known = LIMIT_KINDS.find((one) => one === kind);
    if (!limit || !known || limit[known] === undefined || Number(number) < 1 || Number(number) > 1_000_000)
      return undefined;
    limits.set(name, { ...limit, [known]: Number(number) });
  }
  return limits;
}
