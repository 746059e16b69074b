import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { orders } from '#server/db/tables/orders.ts';
import { guests } from '#server/db/tables/people.ts';
import { openGates } from '#server/gates/gates.ts';
import type { Letter } from '#server/gates/mail/port.ts';
import type { Sms } from '#server/gates/sms/port.ts';
import type { JobWork } from '#server/platform/job.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addPerson, addProduct, browserOf, type Browser, call, change } from '#tests/cart/shop-people.ts';
import { place, placingBody } from '#tests/orders/order-people.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

/** Words that nobody else in the database has: whatever is left of the person is found by them. */
export const SENTINEL = {
  word: 'Заповедный',
  email: 'zapovednyj@mail.test',
  phone: '+79135550199',
  other: '+79135550177',
};
export const PASSWORD = 'росток и лён';
const hash = hashPassword(PASSWORD);

/** What a job works with; letters and messages are kept. */
export function workOf(shop: TestShop): JobWork & { letters: Letter[]; messages: Sms[] } {
  const letters: Letter[] = [];
  const messages: Sms[] = [];
  const mail = { send: (letter: Letter) => Promise.resolve(void letters.push(letter)) };
  const sms = { send: (message: Sms) => Promise.resolve(void messages.push(message)) };
  const gates = { ...openGates(shop.db, shop.env), mail, sms };
  const { db, jobs, env } = shop;
  return { db, jobs, env, gates, now: () => shop.clock.now, signal: new AbortController().signal, letters, messages };
}
/** Data of the jobs of that name that were put into the queue, the oldest first. */
export async function queued<T>(shop: TestShop, name: string): Promise<T[]> {
  const { rows } = await shop.db.execute<{ data: T }>(
    sql`select data from pgboss.job where name = ${name} order by created_on, id`,
  );
  return rows.map(({ data }) => data);
}

/** A person of whom something stands in every table that may hold somebody; their order has been received. */
export async function addFullPerson(shop: TestShop): Promise<{ id: number; tab: Browser; orderId: number }> {
  const { word, email, phone, other } = SENTINEL;
  const id = await addPerson(shop, {
    name: `${word} Пётр`,
    lastName: word,
    firstName: 'Пётр',
    middleName: word,
    email,
    phone,
    birthday: '1985-02-17',
    passwordHash: await hash,
  });
  const guestId = randomUUID();
  const guest = await browserOf(shop, { guestId });
  const absent = await addProduct(shop, { stockQty: 0 });
  const notify = { product_id: absent, email: `gost.${email}`, consent: true, consent_version: '2026-11-23' };
  await call(guest, 'POST', '/user/notify-product', notify, { 'idempotency-key': randomUUID() });
  await shop.db.insert(guests).values({ guestId, userId: id, boundAt: shop.clock.now });

  const tab = await browserOf(shop, { userId: id });
  await call(tab, 'POST', '/api/consents/give', { purpose: 'sponsor_contacts', version: '2026-11-24' });
  await call(tab, 'POST', '/user/notify-product', { ...notify, email }, { 'idempotency-key': randomUUID() });
  const product = await addProduct(shop);
  await change(tab, product, 2);
  const body = await placingBody(tab, { recipient: { name: word, phone: other, email: `kum.${email}` }, comment: `для ${word}` }); // prettier-ignore
  const { body: placed } = await place(tab, body);
  await shop.db.update(orders).set({ status: 6 }).where(eq(orders.id, placed['exp_id']));
  await change(tab, product, 1);
  await call(tab, 'PUT', `/favorite-products/${product}`, {}, { 'idempotency-key': randomUUID() });
  await plantRows(shop, id, placed['exp_id']);
  return { id, tab, orderId: placed['exp_id'] };
}

/** What no short call makes here: lessons, letters of the embedded gate, an address, a known device. */
async function plantRows(shop: TestShop, id: number, orderId: number): Promise<void> {
  const { word, email, phone, other } = SENTINEL;
  const steps = [
    sql`insert into delivery_addresses (user_id, country_id, city_id, post_index, city, street, house, recipient_name, recipient_phone, phone_country, comment)
        values (${id}, 1, 3, '630091', 'Новосибирск', ${`улица ${word}`}, '1', ${word}, ${phone}, 'ru', ${word})`,
    sql`insert into photos (id, user_id, purpose, body, width, height, created_at) values (gen_random_uuid(), ${id}, 'profile', ${Buffer.from('RIFF')}, 1, 1, now())`,
    sql`insert into contact_changes (user_id, type, previous, next, at) values (${id}, 'email', ${`byl.${email}`}, ${email}, now())`,
    sql`insert into wholesale_applications (user_id, company, inn, phone, comment, created_at) values (${id}, ${`ООО ${word}`}, '7707083893', ${phone}, ${word}, now())`,
    sql`insert into notifications (user_id, event, title, text, path, is_pushed, created_at) values (${id}, 'x', ${word}, ${word}, '/user', false, now())`,
    sql`insert into transfers (kind, owner_id, from_type, to_id, amount_kop, comment, state, created_at, events) values ('cons', ${id}, 0, ${id}, 10000, ${word}, 'expired', now(), '[]')`,
    sql`insert into consultant_calls (user_id, name, phone, comment, consent_id, created_at) select ${id}, ${word}, ${other}, ${word}, id, now() from consents where user_id = ${id} limit 1`,
    sql`insert into push_subscriptions (session_hash, user_id, endpoint, p256dh, auth, created_at) select id_hash, ${id}, ${`https://push.test/${word}`}, 'k', 'a', now() from sessions where user_id = ${id} limit 1`,
    sql`insert into sponsor_visits (visitor, sponsor_id, day, at) values (${`user:${id}`}, ${id}, '2026-11-21', now())`,
    sql`insert into known_devices (id_hash, user_id) values (${`h${id}`}, ${id})`,
    sql`insert into courses (id, position, title, description, audience) values (1, 1, 'Курс', '', 'all') on conflict do nothing`,
    sql`insert into lessons (id, course_id, position, title, kind, minutes, updated, html, package_sha) values (1, 1, 1, 'Урок о травах', 'text', 5, '2026-11-01', '', 'x') on conflict do nothing`,
    sql`insert into lesson_watches (user_id, lesson_id, watched_at) values (${id}, 1, now())`,
    sql`insert into quiz_attempts (user_id, lesson_id, version, answers, percent, passed, at) values (${id}, 1, 1, ${JSON.stringify([{ question_id: 1, answer_ids: [1], note: word }])}::jsonb, 90, true, now())`,
    sql`insert into course_certificates (user_id, course_id, issued_at) values (${id}, 1, now())`,
    sql`insert into mail_outbox (message_id, recipient, subject, text, html) values (${`m${id}`}, ${email.toUpperCase()}, ${word}, ${word}, ${word})`,
    sql`insert into sms_outbox (message_id, recipient, text) values (${`s${id}`}, ${phone}, ${word})`,
    sql`insert into contact_codes (purpose, target, user_id, created_at, expires_at) values ('login', ${email}, ${id}, now(), now())`,
    sql`insert into data_exports (user_id, state, asked_at) values (${id}, 'failed', now() - interval '3 days')`,
    sql`insert into order_events (order_id, kind, actor, note, at) values (${orderId}, 'comment', 'buyer', ${word}, now())`,
    sql`update orders set delivery = delivery || jsonb_build_object('to', ${`улица ${word}, 1`}::text, 'address', jsonb_build_object('city', 'Новосибирск', 'street', ${word}::text)) where id = ${orderId}`,
  ];
  for (const step of steps) await shop.db.execute(step);
}

/** Tables in which a word still stands, as `table: how often`. */
export async function tablesWith(shop: TestShop, words: readonly string[]): Promise<string[]> {
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const any = sql.join(words.map((word) => sql`lower(t::text) like ${`%${word.toLowerCase()}%`}`), sql` or `); // prettier-ignore
    const { rows: hits } = await shop.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(name)} t where ${any}`); // prettier-ignore
    if ((hits[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
}
