import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchApi } from '#bench/api/bench-api.ts';
import { benchCatalogueSizes } from '#bench/catalogue-sizes.ts';

// `npm run bench` prints every table and writes bench/results/*.json; `npm run bench -- api` runs one of them.
type Bench = () => Promise<void> | void;
const BENCHES: Record<string, Bench> = {
  sizes: benchCatalogueSizes,
  search: lazily('./search.ts', 'benchSearch'),
  api: benchApi,
  browser: lazily('./browser/bench-browser.ts', 'benchBrowser'),
  outbox: lazily('./outbox.ts', 'benchOutbox'),
  orders: lazily('./orders.ts', 'benchOrders'),
  network: lazily('./network.ts', 'benchNetwork'),
  reports: lazily('./reports.ts', 'benchReports'),
  desk: lazily('./desk.ts', 'benchDesk'),
  counter: lazily('./counter.ts', 'benchCounter'),
  consultants: lazily('./consultants.ts', 'benchConsultants'),
  logins: lazily('./logins.ts', 'benchLogins'),
  education: lazily('./education.ts', 'benchEducation'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Нет такого измерения: ${unknown.join(', ')}. Есть: ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    try {
      await bench();
    } catch (error) {
      // One that fails must not take the others' numbers along.
      console.error(`\n${name}: не получилось`, error);
      process.exitCode = 1;
    }
  }
}

/** Playwright is loaded only when the browser is measured. */
function lazily(path: string, name: string): Bench {
  return async () => {
    const url = new URL(path, import.meta.url);
    if (!existsSync(fileURLToPath(url))) throw new Error(`${path} is missing`);
    const module = (await import(url.href)) as Record<string, Bench>;
    await module[name]!();
  };
}
