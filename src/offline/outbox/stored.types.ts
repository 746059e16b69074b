// What stands on phones, as it stands there: names and shapes stay, for phones keep queues over many builds
// (tests/offline/stored-yesterday.test.ts).

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
  /** 0 is the cart itself; promotions have others (`CART_TYPES` of the contract). */
  cartType: number;
  productId: number;
  delta: number;
  seenPrice?: number;
};
export type CartPrice = { kind: 'retail' | 'wholesale'; cartType: number; productId: number; price: number };
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
  v: 1 | 2;
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
export type ParkedRecord = { v: 1 | 2; record: OutboxRecord; reason: ParkReason; last: LastTry | null };
/** What an accepted change turned out to be when it differs from what was asked; kept until a person has seen it. */
export type Outcome = {
  v: 1 | 2;
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

/** What the server last said, per scope. A value is what the scope's definitions make of it: pieces, 0 or 1, bits. */
export type Base = {
  v: 1;
  /** The highest version seen in any answer: an older pull is not applied. */
  top: number;
  values: Record<string, number>;
  /** Versions of single values that acks have written since the last pull. */
  versions: Record<string, number>;
  /** Single lines as acks have told them since the last pull, for the screens; the engine does not look inside. */
  lines?: Record<string, unknown>;
  /** Tried keys whose effect the last pull held: the fold leaves them out (docs/product/offline.md#reads). */
  included: string[];
  /** The whole snapshot for the screens, as pulled. */
  data: unknown;
  at: string;
};
