import { hash } from '@node-rs/argon2';
import { createHash } from 'node:crypto';
import { demoPeople } from '#server/demo/people/build.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import { firstUserId, insertUsers } from '#server/demo/seed.queries.ts';
import type { Db, Tx } from '#server/db/open.ts';

export async function seedPeople(_db: Db, { env, now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const all = demoPeople(now);
  const passwordHash = await demoPasswordHash(env.seedPassword);
  return async (tx) => {
    const first = await firstUserId(tx);
    const rows = all.map(({ key, sponsor, ...person }, at) => ({
      ...person,
      id: first + at,
      sponsorId: sponsor === null ? null : first + sponsor,
      // The invented people of the tree cannot log in; neither can the house account.
      passwordHash: key === null || key === 'house' ? null : passwordHash,
    }));
    await insertUsers(tx, rows);
    const count = (role: string) => all.filter((one) => one.role === role).length;
    return `люди — ${all.length}: консультанты — ${count('cons')}, клиенты — ${count('client')}`;
  };
}

/** One argon2id hash for all demo accounts. Its salt is fixed, so that the same seed gives the same bytes; people get their own. */
function demoPasswordHash(password: string): Promise<string> {
  const salt = createHash('sha256').update('rostok demo accounts').digest().subarray(0, 16);
  return hash(password, { salt, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}
