import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { freePort } from '#bench/shop.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { hashPassword } from '#server/platform/password.ts';

// A generated network that somebody can log in to. Nobody of it has a password, so its head gets one in that database.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const LOGIN = 'head@rostok.test';
export const PASSWORD = 'rostok-demo';

type Head = { id: number; people: number };
export async function letIn(dataDir: string): Promise<Head> {
  return withDatabase({ dataDir, databaseUrl: null }, async ({ db }) => {
    const { rows } = await db.execute<Head>(sql`
      select t.user_id as id, b.people from (select substring(path for 4) as root, count(*)::int - 1 as people from tree group by 1 order by 2 desc limit 1) b
      join tree t on t.path = b.root`);
    const head = rows[0];
    if (!head || head.people < 1000) throw new Error('В этой базе нет созданной сети: npm run make-network');
    const hash = await hashPassword(PASSWORD);
    await db.execute(sql`update users set email = ${LOGIN}, password_hash = ${hash}, active = true where id = ${head.id}`); // prettier-ignore
    return head;
  });
}

export async function withShop(dataDir: string, work: (url: string) => Promise<void>): Promise<void> {
  const port = Number(process.env.PORT) || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const shop = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'warn' }, // prettier-ignore
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    for (let tries = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; tries += 1) {
      if (shop.exitCode !== null || tries > 600) throw new Error('the shop did not start');
      await sleep(500);
    }
    await work(url);
  } finally {
    const ended = new Promise((done) => shop.once('exit', done));
    shop.kill('SIGTERM');
    await ended;
  }
}
