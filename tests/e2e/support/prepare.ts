import { join } from 'node:path';
import { migrateDb, openDb } from '#server/db/open.ts';
import { runSeed } from '#server/demo/seed.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { readEnv } from '#server/platform/env.ts';
import { openTestServer } from '#tests/support/test-server.ts';

// One PostgreSQL for the browser tests, with a seeded template; ends when its standard input ends.

const server = await openTestServer('rostok-e2e-');
await server.createDatabase('template_e2e');
const { pgUrl, folder } = server;
const env = readEnv({
  SEED_MONTHS: '0',
  DATA_DIR: join(folder, 'data'),
  SEED: 'demo',
});
const open = openDb(`${pgUrl}template_e2e`, { max: 4 });
const started = Date.now();
await migrateDb(open);
await runSeed({ open, env, log: () => {}, publish: async () => void (await publishCatalogue(open, new Date())) });
await open.close();
console.log(`seeded template in ${((Date.now() - started) / 1000).toFixed(1)} s`);
console.log(JSON.stringify({ pgUrl, folder }));

process.stdin.resume();
process.stdin.once('end', () => void stop());
process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await server.end();
  process.exit(0);
}
