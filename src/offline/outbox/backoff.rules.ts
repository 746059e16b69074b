import type { OutboxRecord } from '#src/offline/outbox/record.ts';

const BASE_MS = 1_000;
const CAP_VISIBLE_MS = 60_000;
const CAP_HIDDEN_MS = 600_000;
const DAY_MS = 86_400_000;
/** The server keeps keys for 45 days (docs/product/calls.md#keys); past this a tried key is not sent again unasked. */
const KEY_MS = 40 * DAY_MS;

/** Full jitter: a random wait between 0 and the cap of this try (docs/product/offline.md F10). `random` is in [0, 1). */
export function backoffMs(tries: number, random: number, isVisible: boolean): number {
  const cap = Math.min(isVisible ? CAP_VISIBLE_MS : CAP_HIDDEN_MS, BASE_MS * 2 ** Math.min(tries, 20));
  return Math.floor(random * cap);
}

type Aged = Pick<OutboxRecord, 'serverAt' | 'againAt' | 'tries' | 'countedTries'>;

/** More than 12 counted tries over more than 7 days, or older than 14 days of server time: park and ask (docs/product/offline.md#sending). */
export function isStale(record: Aged, serverNow: number | null): boolean {
  const since = record.againAt ?? record.serverAt;
  if (since === null || serverNow === null) return false;
  const age = serverNow - since;
  return age > 14 * DAY_MS || (record.countedTries > 12 && age > 7 * DAY_MS) || isKeyOld(record, serverNow);
}

/** A tried key that the server may have forgotten: sending it again could do the thing twice. */
export const isKeyOld = ({ tries, serverAt }: Aged, serverNow: number | null): boolean =>
  tries > 0 && serverAt !== null && serverNow !== null && serverNow - serverAt > KEY_MS;

/**
 * After weeks in a drawer the first request must not be a tried record: until any answer tells the time, its age is
 * unknown. Only here the device's clock is heard, and all it can do, right or wrong, is to make a record wait for that
 * answer (F13).
 */
export const mayBeForgotten = (
  { tries, createdAt }: Pick<OutboxRecord, 'tries' | 'createdAt'>,
  serverNow: number | null,
  deviceNow: number,
): boolean => serverNow === null && tries > 0 && Math.abs(deviceNow - createdAt) > KEY_MS;
