import { sql } from 'drizzle-orm';
import { openGates } from '#server/gates/gates.ts';
import type { Letter } from '#server/gates/mail/port.ts';
import type { Sms } from '#server/gates/sms/port.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { addPerson, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { newKey } from '#tests/platform/calls.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Whoever is at the desk, what they ask for, and what the tables and mailboxes say then.

export const reason = 'Обращение № 15';
export type Desk = { id: number; browser: Browser };
export async function openDeskOf(shop: TestShop, more: Parameters<typeof addPerson>[1] = {}): Promise<Desk> {
  const id = await addPerson(shop, { role: 'staff', name: 'Елена Юрьева', ...more });
  return { id, browser: await browserOf(shop, { userId: id }) };
}
export const cardOf = async ({ browser }: Desk, id: number): Promise<Answer['body']> =>
  (await call(browser, 'GET', `/api/desk/users/${id}`)).body;
/** An act on a person as the card shows them now, unless `more` says otherwise. */
export async function act(desk: Desk, name: string, id: number, more: object, key = newKey()): Promise<Answer> {
  const card = await cardOf(desk, id);
  const body = { user_id: id, version: card['person']?.version ?? 0, reason, ...more };
  return call(desk.browser, 'POST', `/api/desk/users/${name}`, body, { 'idempotency-key': key });
}
/** All that the account may now, with these more and those less. */
export async function rightsWith(desk: Desk, id: number, plus: string[], minus: string[] = []): Promise<string[]> {
  const { permissions } = await cardOf(desk, id);
  return [...(permissions as string[]).filter((name) => !minus.includes(name)), ...plus];
}
export const mayOf = async (browser: Browser): Promise<string[]> =>
  (await call(browser, 'GET', '/user/data')).body['permissions'] as string[];

export type Line = { actor_id: number; act: string; reason: string; before: unknown; after: unknown };
export async function journalOf(shop: TestShop, id: number): Promise<Line[]> {
  const { rows } = await shop.db.execute<Line>(sql`
    select actor_id, act, reason, before, after from audit_log where target_type = 'person' and target_id = ${id} order by id`);
  return rows;
}

/** Carries out the waiting jobs of a name; answers what was sent. */
export async function runJobs(shop: TestShop, name: string): Promise<{ letters: Letter[]; messages: Sms[] }> {
  const letters: Letter[] = [];
  const messages: Sms[] = [];
  const job = JOBS.find((one) => one.name === name);
  if (!job) throw new Error(`${name} is not in the registry`);
  const gates = {
    ...openGates(shop.db, shop.env),
    mail: { send: async (letter: Letter) => void letters.push(letter) },
    sms: { send: async (message: Sms) => void messages.push(message) },
  };
  const { rows } = await shop.db.execute<{ id: string; data: unknown }>(
    sql`select id, data from pgboss.job where name = ${name} and state in ('created', 'retry') order by created_on`,
  );
  const work = { db: shop.db, jobs: shop.jobs, gates, env: shop.env, now: () => shop.clock.now };
  for (const data of job.schedule ? [job.schedule.data] : rows.map((row) => row.data))
    await job.run({ ...work, signal: AbortSignal.timeout(60_000) }, data);
  await shop.db.execute(sql`delete from pgboss.job where name = ${name}`);
  return { letters, messages };
}
