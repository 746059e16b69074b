/**
 * How often a call may be made (docs/product/people.md#limits): so many at once, then one every `inS / number` seconds, so
 * nobody is closed out for good. Beyond that 429 `too_many` with `Retry-After`.
 */
export type Limit = {
  /** Calls of one account, or of one guest; those without a session are one caller per network. */
  caller?: number;
  /** Neighbours: IPv4 /24, IPv6 /64. */
  network?: number;
  /** One IPv4 address (a carrier puts thousands of phones behind one), IPv6 /64. */
  address?: number;
  /** In how many seconds; an hour when absent. */
  inS?: number;
};
export const LIMIT_KINDS = ['caller', 'network', 'address'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const HOUR_S = 3600;
