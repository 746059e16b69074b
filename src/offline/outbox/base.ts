import type { OutboxTx } from '#src/offline/outbox/ports.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import type { Base } from '#src/offline/outbox/stored.types.ts';

export type { Base };
export const EMPTY_BASE: Base = { v: 1, top: -1, values: {}, versions: {}, included: [], data: null, at: '' };

export const baseKey = (scope: string): string => `base:${scope}`;
/** Raised in the transaction before every send: a pull that overlaps one is not applied. */
export const GENERATION_KEY = 'gen';

/** What cannot be read is only a copy of what the server holds: the next pull fetches it again (F38). */
export async function readBase(tx: OutboxTx, scope: string): Promise<Base> {
  const base = await tx.get<Base>(baseKey(scope));
  return base?.v === 1 && base.values && base.versions && Array.isArray(base.included) ? base : EMPTY_BASE;
}

/** The version the whole snapshot was pulled at: kept under a name no product has. */
const PULLED = '0';
const NOT_KNOWN = -1;
const versionOf = ({ versions }: Base, entry: string): number => versions[entry] ?? versions[PULLED] ?? NOT_KNOWN;

/** Whether it is known what the server holds, but for what is still pending. */
export const isKnown = (base: Base, entry: string): boolean => versionOf(base, entry) > NOT_KNOWN;

type Target = { scope: string; entry: string };
type Drawn = { data?: unknown };

/** An ack writes only its own entry, and only if its version is newer. */
export async function writeEntry(
  tx: OutboxTx,
  { scope, entry }: Target,
  told: { value: number; version: number } & Drawn,
): Promise<void> {
  const base = await readBase(tx, scope);
  if (told.version > versionOf(base, entry)) writeOne(tx, scope, base, { entry, ...told });
}

/** A taken price, for one, changes only how the line looks. */
export async function writeDrawn(tx: OutboxTx, { scope, entry }: Target, data: unknown): Promise<void> {
  const base = await readBase(tx, scope);
  tx.put(baseKey(scope), { ...base, ...drawn(base, entry, data) });
}

/** For scopes without a version: bits only grow, and a pull that this overlaps is thrown away as one that a send overlaps. */
export async function writeBits(
  tx: OutboxTx,
  { scope, entry }: Target,
  { bits, data }: { bits: number } & Drawn,
): Promise<void> {
  const base = await readBase(tx, scope);
  tx.put(baseKey(scope), {
    ...base,
    values: { ...base.values, [entry]: (base.values[entry] ?? 0) | bits },
    ...drawn(base, entry, data),
  });
  tx.put(GENERATION_KEY, ((await tx.get<number>(GENERATION_KEY)) ?? 0) + 1);
}

/** A tried record left the queue without an answer: it may have been done or not, until the server says more. */
export async function writeUnknown(tx: OutboxTx, { scope, entry }: Target): Promise<void> {
  const base = await readBase(tx, scope);
  writeOne(tx, scope, base, { entry, value: base.values[entry] ?? 0, version: NOT_KNOWN });
}

type Acknowledged = { entry: string; value: number; version: number } & Drawn;
function writeOne(tx: OutboxTx, scope: string, base: Base, { entry, value, version, data }: Acknowledged): void {
  tx.put(baseKey(scope), {
    ...base,
    top: Math.max(base.top, version),
    values: { ...base.values, [entry]: value },
    versions: { ...base.versions, [entry]: version },
    ...drawn(base, entry, data),
  });
}
const drawn = ({ lines }: Base, entry: string, data: unknown): Pick<Base, 'lines'> =>
  data === undefined ? {} : { lines: { ...lines, [entry]: data } };

/** A whole snapshot: applied if no send started meanwhile and nothing newer is known. True when applied. */
export async function writePulled(
  tx: OutboxTx,
  scope: string,
  pulled: {
    generation: number;
    version: number;
    values: Record<string, number>;
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
