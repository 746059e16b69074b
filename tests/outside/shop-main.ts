import { buildApp } from '#server/app.ts';
import { openDb } from '#server/db/open.ts';
import { openGates } from '#server/gates/gates.ts';
import { mountOutside } from '#server/platform/outside.ts';
import { readEnv } from '#server/platform/env.ts';
import { parcelWith } from '#tests/outside/parcel.ts';

// A shop in a process of its own, so that it can be killed. It runs no jobs: what it leaves is found by others.
const env = readEnv(process.env);
const { db, jobs } = openDb(env.databaseUrl ?? '');
const app = await buildApp({ db, jobs, env });
mountOutside(
  app,
  { db, jobs, gates: openGates(db, env), now: () => new Date() },
  parcelWith(Number(process.env.PATIENCE)),
);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
