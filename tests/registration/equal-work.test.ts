import type * as Argon2 from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { statementsOf } from '#tests/orders/statements.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, testEnv, type TestShop } from '#tests/support/open-shop.ts';

// Nobody learns by the work of an answer who has an account, nor a code from the lines of the log (docs/product/people.md#codes).

const argon2 = vi.hoisted(() => ({ runs: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  return {
    ...real,
    hash: (password: string) => ((argon2.runs += 1), real.hash(password)),
    verify: (hashed: string, password: string) => ((argon2.runs += 1), real.verify(hashed, password)),
  };
});

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
beforeAll(async () => {
  shop = await openShop();
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
  box = openCodeBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

let last = 300_000;
const form = (more: Record<string, unknown> = {}) => {
  last += 1;
  return {
    type: 'client',
    first_name: 'Наталья',
    last_name: 'Верещагина',
    phone: `+7913${String(last).padStart(7, '0')}`,
    email: `w${last}@mail.test`,
    city_id: 3,
    confirm_by: 'email',
    password: 'росток и лён',
    consents: { personal: true, offer: true },
    ...more,
  };
};
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const send = async (tab: Browser, path: string, body: unknown) => (await call(tab, 'POST', path, body)).body;

const wrong = '000000';
const CALLS: [name: string, send: (tab: Browser, login: string) => Promise<unknown>][] = [
  ['a registration', (tab, email) => send(tab, '/api/registration', form({ email }))],
  ['a code to log in', (tab, login) => send(tab, '/api/login/send-code', { login })],
  ['a wrong code to log in', (tab, login) => send(tab, '/api/login', { login, code: wrong })],
  ['a code for a new password', (tab, login) => send(tab, '/api/password/send', { login })],
  [
    'a wrong code for a new password',
    (tab, login) => send(tab, '/api/password/reset', { login, code: wrong, password: 'новый и длинный' }),
  ],
];
it.each(CALLS)('%s costs the same for an account and for nobody: statements and runs of argon2', async (_, ask) => {
  const owner = form().email;
  await addPerson(shop, { email: owner, passwordHash: 'x' });
  const measure = async (login: string) => {
    // What comes before: a code was asked for, and its digits were made.
    await send(await browserOf(shop), '/api/login/send-code', { login });
    await send(await browserOf(shop), '/api/password/send', { login });
    await box.idle();
    later(61_000);
    const tab = await browserOf(shop);
    argon2.runs = 0;
    const { statements } = await statementsOf(() => ask(tab, login));
    // What a job does for an owner afterwards is no part of the answer.
    const runs = argon2.runs;
    await box.idle();
    return { statements, runs };
  };
  // The first of a process for nobody makes the hash that all later ones are compared with.
  await measure(form().email);
  const known = await measure(owner);
  expect(known.statements.length).toBeGreaterThan(0);
  expect(await measure(form().email)).toEqual(known);
});

it('one right code sent from two windows at once makes one client, and neither of the two is told a fault of the shop', async () => {
  const tab = await browserOf(shop);
  const body = form();
  await send(tab, '/api/registration', body);
  const code = await box.codeTo(body.email);
  const answers = await Promise.all([1, 2].map(() => send(tab, '/api/registration/confirm', { code })));
  expect(answers.some(({ status }) => status === 'success')).toBe(true);
  const told = answers.map((one) => (one.status === 'success' ? 'success' : one.code));
  expect(told.filter((one) => one !== 'success' && one !== 'code_expired')).toEqual([]);
  const made = await shop.db.select().from(users).where(eq(users.email, body.email));
  expect(made.map(({ role, pendingEmail }) => [role, pendingEmail])).toEqual([['client', null]]);
});

it('no line of the log holds a code or a password, however much is logged', async () => {
  const lines: string[] = [];
  const env = testEnv({ LOG_LEVEL: 'trace' });
  const app = await buildApp({ db: shop.db, jobs: shop.jobs, url: shop.url, env, now: () => shop.clock.now, logTo: { write: (line) => void lines.push(line) } }); // prettier-ignore
  try {
    await app.ready();
    const tab = fetchFrom(app);
    const body = form();
    await send(tab, '/api/registration', body);
    const code = await box.codeTo(body.email);
    expect(code).toMatch(/^\d{6}$/);
    expect((await send(tab, '/api/registration/confirm', { code })).user.role).toBe('client');
    await send(tab, '/api/login', { login: body.email, password: body.password });
    await send(tab, '/api/login', { login: body.email, code });
    expect(lines.join('')).toContain('/api/registration/confirm');
    // A time or a pid may have the same digits by chance: the code stands in a text of its own, and so would these.
    const words = new Set(lines.join(' ').match(/[\p{L}\p{N}@.+]+(?: и лён)?/gu));
    expect([code, body.password, body.email, body.phone].filter((one) => words.has(one))).toEqual([]);
  } finally {
    await app.close();
  }
});
