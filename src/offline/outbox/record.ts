import { isObject, laneOf, type Mutations } from '#src/offline/outbox/mutation.ts';

// One intent of one person, on its way to the server (docs/product/offline.md#sending). No library in here: the worker loads this too.

export type Kind = 'fav.set' | 'cart.change' | 'cart.price' | 'lesson.watched' | 'quiz.submit' | 'form.send';

/** What was on the screen at the gesture: a refused intent is explained with it, never with a bare id (F22). */
export type Seen = {
  title: string;
  image?: string | null;
  price?: number;
  priceAt?: string;
  catalogueRev?: string | null;
};

export type FavSet = { productId: number; on: boolean };
export type CartChange = {
  kind: 'retail' | 'wholesale';
  cartType: 0;
  productId: number;
  delta: number;
  seenPrice?: number;
};
export type CartPrice = { kind: 'retail' | 'wholesale'; cartType: 0; productId: number; price: number };
export type LessonWatched = { lessonId: number };
export type QuizSubmit = {
  lessonId: number;
  /** The one the questions were taken from: the server judges by it (docs/product/offline.md#lessons). */
  version: number;
  quizResult: { question_id: number; answer_ids: number[] }[];
};
export type FormSend = { form: 'notify-product'; fields: Record<string, string | number | boolean> };
export type Intent =
  | { kind: 'fav.set'; body: FavSet }
  | { kind: 'cart.change'; body: CartChange }
  | { kind: 'cart.price'; body: CartPrice }
  | { kind: 'lesson.watched'; body: LessonWatched }
  | { kind: 'quiz.submit'; body: QuizSubmit }
  | { kind: 'form.send'; body: FormSend };

/** Frozen at the first send: retries repeat it byte for byte, so one key never has two payloads (I6). */
export type Wire = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body: string | null };
export type ErrorClass = 'unknown' | 'busy' | 'inflight' | 'auth' | 'owner' | 'forbidden' | 'rejected';
export type LastTry = {
  class: ErrorClass;
  http?: number;
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
};

export type OutboxRecord = Intent & {
  v: 1;
  /** UUID v4, minted at the gesture: the Idempotency-Key. Immutable. */
  id: string;
  /** Allocated in the transaction of the append: the only order. */
  seq: number;
  /** `<user id>` or `guest:<guest id>`: what X-Client-User says. */
  owner: string;
  lane: string;
  seen: Seen;
  /** Device clock, for display only; never for order or age (F13). */
  createdAt: number;
  /** Last server time known at the gesture, ms; null = none yet, then nothing is ever stale (docs/product/offline.md#time). */
  serverAt: number | null;
  /** Server time when a person asked for it again: its age for `stale` counts from here. */
  againAt?: number | null;
  /** What the last answer's Retry-After asked for, a duration: kept for other contexts and later starts. */
  retryAfterMs?: number | null;
  tries: number;
  /** Tries that count for `stale`: 401, 403 and 429 do not. */
  countedTries: number;
  /** `tried` never goes back: the server may know the key. */
  state: 'queued' | 'tried';
  wire?: Wire;
  last?: LastTry;
  build: string;
};
export type ParkReason = 'rejected' | 'forbidden' | 'stale';
export type ParkedRecord = { v: 1; record: OutboxRecord; reason: ParkReason; last: LastTry | null };
/** What an accepted change turned out to be when it differs from what was asked; kept until a person has seen it. */
export type Outcome = {
  v: 1;
  seq: number;
  id: string;
  kind: Kind;
  seen: Seen;
  body: Intent['body'];
  change: { code: string; asked?: number; applied?: number; message?: string };
};

/** A quiz as the server has judged it, with what was answered: readable whoever sent it. One per lesson, the last. */
export type Judged = {
  v: 1;
  /** The key it was sent under. */
  id: string;
  body: QuizSubmit;
  /** The contract's verdict; whoever shows it reads it tolerantly. */
  verdict: Record<string, unknown>;
  /** Server time of the answer, ms; null when it told none. */
  at: number | null;
};

const pad = (seq: number): string => String(seq).padStart(12, '0');
export const recordKey = (seq: number): string => `ob:${pad(seq)}`;
export const parkKey = (seq: number): string => `park:${pad(seq)}`;
export const outcomeKey = (seq: number): string => `res:${pad(seq)}`;
export const quarantineKey = (key: string): string => `bad:${key}`;
export const judgedKey = (lessonId: number): string => `judged:${lessonId}`;
/** Taken out of a guest's queue, not yet seen to have arrived in the account's (identity.ts). */
export const leavingKey = (seq: number): string => `out:${pad(seq)}`;
/** This key was appended here once: a repeat of a join or a move does nothing. */
export const onceKey = (id: string): string => `once:${id}`;
/** The account that a guest's partition was bound to. */
export const BOUND_KEY = 'bound';
export const SEQ_KEY = 'seq';
export const LEDGER_KEY = 'ledger';
export const OPEN_KEY = 'open';

/** A record this build can send. Newer versions are left alone by the caller; anything else goes to quarantine (F38). */
export function isOutboxRecord(definitions: Mutations, value: unknown): value is OutboxRecord {
  if (!isObject(value) || value.v !== 1) return false;
  const { id, seq, owner, lane, kind, body, seen, tries, state, wire } = value;
  return (
    typeof id === 'string' &&
    Number.isInteger(seq) &&
    typeof owner === 'string' &&
    owner !== '' &&
    typeof kind === 'string' &&
    isObject(body) &&
    isObject(seen) &&
    typeof seen.title === 'string' &&
    Number.isInteger(tries) &&
    (state === 'queued' || state === 'tried') &&
    (wire === undefined || (isObject(wire) && typeof wire.path === 'string')) &&
    laneOf(definitions, { kind, body }) === lane
  );
}

export const isParkedRecord = (definitions: Mutations, value: unknown): value is ParkedRecord =>
  isObject(value) &&
  value.v === 1 &&
  isShowable(definitions, value.record) &&
  (value.last == null || isTry(value.last));

/** A record that the screens can draw as well; the worker draws nothing and does without these bytes. */
export const isShowable = (definitions: Mutations, value: unknown): value is OutboxRecord =>
  isOutboxRecord(definitions, value) &&
  isMoment(value.createdAt) &&
  (value.seen.image == null || typeof value.seen.image === 'string') &&
  (value.last === undefined || isTry(value.last));

/** What a screen can write as a date. */
const isMoment = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 8.64e15;
/** Its message stands on the screen as it is. */
const isTry = (value: unknown): boolean =>
  isObject(value) && (value.message === undefined || typeof value.message === 'string');

/** True for what a newer build wrote: preserved untouched (docs/product/offline.md F41). */
export const isFromNewerBuild = (value: unknown): boolean =>
  isObject(value) && typeof value.v === 'number' && value.v > 1;
