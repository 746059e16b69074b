import { isObject, type JsonObject, laneOf, type Mutations } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/stored.types.ts';

// Keys and guards of what is stored (docs/product/offline.md#sending). No library in here: the worker loads this too.
export type * from '#src/offline/outbox/stored.types.ts';

const pad = (seq: number): string => String(seq).padStart(12, '0');
export const recordKey = (seq: number): string => `ob:${pad(seq)}`;
export const rejectedKey = (seq: number): string => `park:${pad(seq)}`;
export const outcomeKey = (seq: number): string => `res:${pad(seq)}`;
export const quarantineKey = (key: string): string => `bad:${key}`;
/** Taken out of a guest's queue, not yet seen to have arrived in the account's (identity.ts). */
export const leavingKey = (seq: number): string => `out:${pad(seq)}`;
/** This key was appended here once: a repeat of a join or a move does nothing. */
export const onceKey = (id: string): string => `once:${id}`;
/** Keys of the last gestures, the latest first: what a page that was left has written down may be stored already (docs/decisions/285). */
export const LATELY_KEY = 'lately';
/** More than a person can do between two starts of a page without one of them being told of it. */
export const LATELY_MOST = 64;
/** The account that a guest's partition was bound to. */
export const BOUND_KEY = 'bound';
export const SEQ_KEY = 'seq';
export const LEDGER_KEY = 'ledger';
export const OPEN_KEY = 'open';

/** A record this build can send. What a newer build wrote is left alone by the caller; anything else goes to quarantine (F38). */
export const isOutboxRecord = (definitions: Mutations, value: unknown): value is OutboxRecord =>
  isSound(value) && isReadable(value.v) && laneOf(definitions, value) === value.lane;

export const isRejectedRecord = (definitions: Mutations, value: unknown): value is RejectedRecord =>
  isObject(value) &&
  isReadable(value.v) &&
  isShowable(definitions, value.record) &&
  (value.last == null || isTry(value.last));

/** A record that the screens can draw as well; the worker draws nothing and does without these bytes. */
export const isShowable = (definitions: Mutations, value: unknown): value is OutboxRecord =>
  isOutboxRecord(definitions, value) &&
  isMoment(value.createdAt) &&
  (value.seen.image == null || typeof value.seen.image === 'string') &&
  (value.last === undefined || isTry(value.last));

/** What this build did not write and an older one may not judge: it stays as it is (docs/product/offline.md F41). */
export function isFromNewerBuild(definitions: Mutations, value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value.v === 'number' && value.v > 1) return true;
  // Sound in everything but its kind: not damaged, only unknown here.
  const record = isObject(value.record) ? value.record : value;
  return value.v === 1 && isSound(record) && !definitions.some(({ kind }) => kind === record.kind);
}

/** 2: kinds and payloads that came after the first six; builds that do not know them leave the entry alone. */
const isReadable = (v: unknown): v is 1 | 2 => v === 1 || v === 2;

type Sound = JsonObject & { kind: string; body: JsonObject };
/** Everything of a record but whether its kind and payload are known here. */
function isSound(value: unknown): value is Sound {
  if (!isObject(value)) return false;
  const { id, seq, owner, lane, kind, body, seen, tries, state, wire } = value;
  return (
    typeof id === 'string' &&
    Number.isInteger(seq) &&
    typeof owner === 'string' &&
    owner !== '' &&
    typeof lane === 'string' &&
    typeof kind === 'string' &&
    isObject(body) &&
    isObject(seen) &&
    typeof seen.title === 'string' &&
    Number.isInteger(tries) &&
    (state === 'queued' || state === 'tried') &&
    (wire === undefined || (isObject(wire) && typeof wire.path === 'string'))
  );
}

/** What a screen can write as a date. */
const isMoment = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 8.64e15;
/** Its message stands on the screen as it is. */
const isTry = (value: unknown): boolean =>
  isObject(value) && (value.message === undefined || typeof value.message === 'string');
