import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { atMost } from '#server/platform/at-most.ts';
import { openHashThreads } from '#server/platform/password-threads.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP's first choice. New hashes and the decoy cost the same. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

type Argon2 = { hash(password: string): Promise<string>; verify(stored: string, password: string): Promise<boolean> };
/** In the threads of libuv: what commands and tests need, who answer nobody meanwhile. */
let argon2: Argon2 = {
  hash: (password) => hash(password, COST),
  verify: (stored, password) => verify(stored, password),
};

/**
 * So many hashes at once, the others wait their turn: each takes a core and 19 MiB. One core is left to whoever reads, and fifty logins
 * together cost no more memory than these (docs/decisions/475).
 */
const inTurn = atMost(Math.max(1, Math.min(3, availableParallelism() - 1)));

/** A third of the weight of whatever answers readers: they go first, and no login starves on a machine that is full. */
const NICE = 5;
/** For a process that answers readers: from now on hashes give way to them. */
export function hashBehindReaders(): void {
  const threads = openHashThreads({ nice: NICE });
  argon2 = {
    hash: (password) => threads.run({ kind: 'hash', password, cost: COST }) as Promise<string>,
    verify: (stored, password) => threads.run({ kind: 'verify', stored, password }) as Promise<boolean>,
  };
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password));
}

let decoy: Promise<string> | null = null;
/** Without a hash (unknown login) the same work is done against a decoy, so that time tells nothing. Never true then. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword(randomBytes(24).toString('base64'))));
  const fits = await inTurn(() => argon2.verify(against, password));
  return fits && typeof stored === 'string';
}
