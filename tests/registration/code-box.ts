import { sql } from 'drizzle-orm';
import { openGates } from '#server/gates/gates.ts';
import type { Letter } from '#server/gates/mail/port.ts';
import type { Sms } from '#server/gates/sms/port.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { expect } from 'vitest';
import { runnersOn } from '#tests/jobs/open-jobs.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

/** What mailboxes and phones have got, by the jobs that really send. */
export function openCodeBox(shop: TestShop) {
  const runners = runnersOn(shop);
  const letters: Letter[] = [];
  const messages: Sms[] = [];
  const mail = { send: (letter: Letter) => Promise.resolve(void letters.push(letter)) };
  const sms = { send: (message: Sms) => Promise.resolve(void messages.push(message)) };
  /** Returns when every code and invitation that was asked for, and all news of safety, has been sent. */
  const idle = () =>
    until(async () => {
      const { rows } = await shop.db.execute(
        sql`select id from pgboss.job where name in ('codes.send', 'session.tell', 'registration.invite') and state in ('created', 'active', 'retry')`,
      );
      expect(rows).toEqual([]);
    });
  return {
    letters,
    messages,
    start: () =>
      runners.run(JOBS, { gates: { ...openGates(shop.db, shop.env), mail, sms }, now: () => shop.clock.now }),
    stop: () => runners.stop(),
    idle,
    /** Digits of the newest message to that address. */
    async codeTo(target: string): Promise<string> {
      await idle();
      const text =
        letters.findLast(({ to }) => to === target)?.text ?? messages.findLast(({ to }) => to === target)?.text;
      return /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? '';
    },
  };
}
