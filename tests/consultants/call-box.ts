import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { openGates } from '#server/gates/gates.ts';
import type { Letter } from '#server/gates/mail/port.ts';
import type { Sms } from '#server/gates/sms/port.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { runnersOn } from '#tests/jobs/open-jobs.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

/** What consultants have got, by the job that really writes. */
export function openCallBox(shop: TestShop) {
  const runners = runnersOn(shop);
  const letters: Letter[] = [];
  const messages: Sms[] = [];
  const mail = { send: (letter: Letter) => Promise.resolve(void letters.push(letter)) };
  const sms = { send: (message: Sms) => Promise.resolve(void messages.push(message)) };
  return {
    messages,
    start: () =>
      runners.run(JOBS, { gates: { ...openGates(shop.db, shop.env), mail, sms }, now: () => shop.clock.now }),
    stop: () => runners.stop(),
    /** Every letter so far, when all that was asked for has gone. */
    async told(): Promise<readonly Letter[]> {
      await until(async () => {
        const { rows } = await shop.db.execute(
          sql`select id from pgboss.job where name = 'consultants.tell' and state in ('created', 'active', 'retry')`,
        );
        expect(rows).toEqual([]);
      });
      return letters;
    },
  };
}
