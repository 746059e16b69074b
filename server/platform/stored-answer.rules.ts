// What of an answer stands under its key, and how much of that a session may leave behind (docs/decisions/133).

/** One session's answers: so many bytes at once, and as many again in an hour. */
export const ROOM_BYTES = 2_000_000;
const ROOM_MS = 3_600_000;
/** What a row takes beside its answer: key, owner, fingerprint, headers and two indexes (measured: 250, and indexes that fill at random). */
const ROW_BYTES = 280;

/** The share of the allowance that this answer takes, as time: the whole allowance is an hour. */
export const roomMs = (answer: string): number =>
  Math.ceil(((Buffer.byteLength(answer) + ROW_BYTES) / ROOM_BYTES) * ROOM_MS);

/** Seconds until there is room for another answer; 0 while there is. */
export function waitForRoom(fullAt: Date | null, now: Date): number {
  const over = (fullAt?.getTime() ?? 0) - now.getTime() - ROOM_MS;
  // A node whose clock ran ahead wrote that row: nobody waits longer than the allowance takes to fill.
  return over <= 0 || over > ROOM_MS ? 0 : Math.ceil(over / 1000);
}

type Body = Readonly<Record<string, unknown>>;
/** A refusal of either dialect is stored whole: it has nothing but its words. */
const isAccepted = ({ status }: Body): boolean => status === 1 || status === 'success';

/** The status and the `own` fields of an accepted answer. Answers are JSON objects by the contract. */
export function ownPart(answer: unknown, own: readonly string[]): unknown {
  const body = answer as Body;
  if (!isAccepted(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name === 'status' || own.includes(name)));
}

/** What a repeat is sent: the stored fields over whatever `readRest` finds now. A refusal has no rest. */
export async function withRest(stored: string, readRest: () => Promise<object>): Promise<string> {
  const body = JSON.parse(stored) as Body;
  return isAccepted(body) ? JSON.stringify({ status: body.status, ...(await readRest()), ...body }) : stored;
}
