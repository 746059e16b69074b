import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { atMost } from '#server/platform/at-most.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP's first choice. New hashes and the decoy cost the same. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * So many hashes at once, the others wait their turn: each takes a core and 19 MiB, and the threads they run in also read files and
 * resolve names. Fifty logins together cost no more memory than these (docs/decisions/302).
 */
const inTurn = atMost(Math.min(3, availableParallelism()));

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let decoy: Promise<string> | null = null;
/** Without a hash (unknown login) the same work is done against a decoy, so that time tells nothing. Never true then. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword(randomBytes(24).toString('base64'))));
  const fits = await inTurn(() => verify(against, password));
  return fits && typeof stored === 'string';
}
