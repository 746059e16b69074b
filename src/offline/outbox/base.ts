import type { OutboxTx } from '#src/offline/outbox/ports.ts';
import { OPEN_KEY, type OutboxRecord } from '#src/offline/outbox/record.ts';
import type { Acked } from '#src/offline/outbox/wire.rules.ts';

/** What the server last said, per scope. A value is a quantity; for hearts 0 or 1; for lessons bits (wire.rules.ts). */
export type Scope = 'fav' | 'cart:retail' | 'cart:wholesale' | 'edu';
export type Base = {
  v: 1;
  /** The highest version seen in any answer: an older pull is not applied. */
  top: number;
  values: Record<number, number>;
  /** Versions of single values that acks have written since the last pull. */
  versions: Record<number, number>;
  /** Single lines as acks have told them since the last pull, for the screens; the engine does not look inside. */
  lines?: Record<number, unknown>;
  /** Tried keys whose effect the last pull held: the fold leaves them out (docs/product/offline.md#reads). */
  included: string[];
  /** The whole snapshot for the screens, as pulled. */
  data: unknown;
  at: string;
};
export const EMPTY_BASE: Base = { v: 1, top: -1, values: {}, versions: {}, included: [], data: null, at: '' };

export const baseKey = (scope: Scope): string => `base:${scope}`;
/** Raised in the transaction before every send: a pull that overlaps one is not applied. */
export const GENERATION_KEY = 'gen';

/** What cannot be read is only a copy of what the server holds: the next pull fetches it again (F38). */
export async function readBase(tx: OutboxTx, scope: Scope): Promise<Base> {
  const base = await tx.get<Base>(baseKey(scope));
  return base?.v === 1 && base.values && base.versions && Array.isArray(base.included) ? base : EMPTY_BASE;
}

export function scopeOf(record: OutboxRecord): Scope | null {
  switch (record.kind) {
    case 'fav.set':
      return 'fav';
    case 'cart.change':
    case 'cart.price':
      return `cart:${record.body.kind}`;
    case 'lesson.watched':
    case 'quiz.submit':
      return 'edu';
    default:
      return null;
  }
}

/** The version the whole snapshot was pulled at: kept under a name no product has. */
const PULLED = 0;
const NOT_KNOWN = -1;
const versionOf = ({ versions }: Base, id: number): number => versions[id] ?? versions[PULLED] ?? NOT_KNOWN;

/** Whether it is known what the server holds, but for what is still pending. */
export const isKnown = (base: Base, id: number): boolean => versionOf(base, id) > NOT_KNOWN;

/** An ack writes only its own line or heart, and only if its version is newer; a taken price only how the line looks. */
export async function writeAcked(tx: OutboxTx, scope: Scope, line: NonNullable<Acked['line']>): Promise<void> {
  const base = await readBase(tx, scope);
  if (!('value' in line)) tx.put(baseKey(scope), { ...base, ...drawn(base, line) });
  else if (line.version > versionOf(base, line.id)) writeOne(tx, scope, base, line);
}

/**
 * A lesson is watched or a quiz is judged. Education has no version: marks only grow, and a pull that this overlaps is thrown
 * away as one that a send overlaps.
 */
export async function writeMark(tx: OutboxTx, { lessonId, bits, data }: NonNullable<Acked['mark']>): Promise<void> {
  const base = await readBase(tx, 'edu');
  tx.put(baseKey('edu'), {
    ...base,
    values: { ...base.values, [lessonId]: (base.values[lessonId] ?? 0) | bits },
    ...drawn(base, { id: lessonId, data }),
  });
  tx.put(GENERATION_KEY, ((await tx.get<number>(GENERATION_KEY)) ?? 0) + 1);
}

/** A tried record left the queue without an answer: it may have been done or not, until the server says more. */
export async function writeUnknown(tx: OutboxTx, scope: Scope, id: number): Promise<void> {
  const base = await readBase(tx, scope);
  writeOne(tx, scope, base, { id, value: base.values[id] ?? 0, version: NOT_KNOWN });
}

type Told = { id: number; value: number; version: number; data?: unknown };
function writeOne(tx: OutboxTx, scope: Scope, base: Base, { id, value, version, data }: Told): void {
  tx.put(baseKey(scope), {
    ...base,
    top: Math.max(base.top, version),
    values: { ...base.values, [id]: value },
    versions: { ...base.versions, [id]: version },
    ...drawn(base, { id, data }),
  });
}
const drawn = ({ lines }: Base, { id, data }: { id: number; data?: unknown }): Pick<Base, 'lines'> =>
  data === undefined ? {} : { lines: { ...lines, [id]: data } };

/** A whole snapshot: applied if no send started meanwhile and nothing newer is known. True when applied. */
export async function writePulled(
  tx: OutboxTx,
  scope: Scope,
  pulled: {
    generation: number;
    version: number;
    values: Record<number, number>;
    included: string[];
    data: unknown;
    at: string;
  },
): Promise<boolean> {
  const generation = (await tx.get<number>(GENERATION_KEY)) ?? 0;
  const base = await readBase(tx, scope);
  // A pull that comes back after a logout must not fill the emptied store again.
  if ((await tx.get<boolean>(OPEN_KEY)) === false) return false;
  if (generation !== pulled.generation || pulled.version < base.top) return false;
  const { version, values, included, data, at } = pulled;
  tx.put(baseKey(scope), {
    v: 1,
    top: version,
    values,
    versions: { [PULLED]: version },
    included,
    data,
    at,
  } satisfies Base);
  return true;
}
