import { eq, sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { SMTPServerDataStream } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { cartItems, carts } from '#server/db/tables/cart.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { notifyRequests, sessions } from '#server/db/tables/people.ts';
import { openGates } from '#server/gates/gates.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { addPerson, addProduct } from '#tests/cart/shop-people.ts';
import { runnersOn } from '#tests/jobs/open-jobs.ts';
import { runCommandLine, startProgram } from '#tests/jobs/run-command.ts';
import { openSmtpServer, type Received } from '#tests/jobs/smtp-double.ts';
import { HEADERS, newKey } from '#tests/platform/calls.ts';
import { freePort } from '#tests/support/free-port.ts';
import { openShop, TEST_ORIGIN, testEnv, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// The shop as it runs on several machines: two API processes without jobs and a worker on one database.
// Starting a process takes seconds, on a busy machine many: these tests are given minutes.
const MINUTES = 600_000;
let shop: TestShop;
let mail: Awaited<ReturnType<typeof openSmtpServer>>;
let apis: string[] = [];
let worker: ChildProcess;
const programs: ChildProcess[] = [];
/** What the mail server has been given, answered or not; `answerMail` decides when it says that it took it. */
const given: string[] = [];
let answerMail: (take: () => void) => void = (take) => take();

beforeAll(async () => {
  shop = await openShop();
  mail = await openSmtpServer({
    onData(stream: SMTPServerDataStream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        given.push(Buffer.concat(chunks).toString());
        answerMail(() => done());
      });
    },
  });
  const ports = await Promise.all([freePort(), freePort()]);
  await Promise.all([
    ...ports.map((port) => program('server/main.ts', 'открыт', { JOBS: 'off', PORT: String(port) })),
    startWorker().then((started) => (worker = started)),
  ]);
  apis = ports.map((port) => `http://127.0.0.1:${port}`);
}, MINUTES);
afterAll(async () => {
  for (const child of programs) child.kill('SIGKILL');
  for (const child of programs) if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  await mail.close();
  await shop.close();
}, MINUTES);

async function program(file: string, says: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = await startProgram(shop.url, file, { says, env });
  programs.push(child);
  return child;
}
const startWorker = () => program('server/worker.ts', 'выполняются', { SMTP_URL: mail.url });

/** A person with a session that both processes know. */
async function person(email: string) {
  const userId = await addPerson(shop, { email });
  const sid = randomBytes(32).toString('base64url');
  const idHash = createHash('sha256').update(sid).digest('hex');
  await shop.db.insert(sessions).values({ idHash, userId, expiresAt: new Date(Date.now() + 3_600_000) });
  return {
    userId,
    async post(api: string, path: string, body: unknown, key: string) {
      const answer = await fetch(`${api}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...HEADERS, origin: TEST_ORIGIN, cookie: `sid=${sid}`, 'idempotency-key': key },
      });
      return { http: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** Asks for a product that has run out, on this process. */
async function waitFor(who: Person, api: string): Promise<{ productId: number; code: string }> {
  const productId = await addProduct(shop, { stockQty: 0 });
  const asked = { product_id: productId, consent: true, consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'] };
  expect(await who.post(api, '/user/notify-product', asked, newKey())).toMatchObject({
    http: 200,
    body: { status: 1 },
  });
  const [row] = await shop.db.select({ code: products.code }).from(products).where(eq(products.id, productId));
  return { productId, code: row!.code };
}
const comesBack = (code: string) => runCommandLine(shop.url, ['server/product.ts', code, '--stock', '7']);
const isSent = (productId: number) =>
  until(async () => {
    const [row] = await shop.db.select().from(notifyRequests).where(eq(notifyRequests.productId, productId));
    expect(row).toMatchObject({ sentAt: expect.any(Date) });
  });
const messageId = (raw: Received['raw']) => /^Message-ID: (.*)$/m.exec(raw)?.[1];

it(
  'carries out each keyed change once, though both processes are sent it',
  async () => {
    const who = await person('pair@mail.test');
    const ids = await Promise.all([1, 2, 3, 4].map(() => addProduct(shop)));
    const send = async (api: string, productId: number, key: string) => {
      const body = { items: [{ product_id: productId, delta: 1 }] };
      // «In flight» is what the phone waits out too.
      return until(async () => {
        const answer = await who.post(api, '/cart/change', body, key);
        expect(answer).toMatchObject({ http: 200, body: { status: 1 } });
        return answer;
      });
    };
    const changes = Array.from({ length: 48 }, (_, i) => ({ productId: ids[i % ids.length]!, key: newKey() }));
    for (let from = 0; from < changes.length; from += 8)
      await Promise.all(
        changes.slice(from, from + 8).map(async ({ productId, key }, i) => {
          const [one, other] = [apis[i % 2]!, apis[(i + 1) % 2]!];
          const [first, second] = await Promise.all([send(one, productId, key), send(other, productId, key)]);
          // What the change did; the cart beside it is read anew (docs/decisions/133).
          const own = ({ body }: typeof first) => [body.status, body.items, body.version];
          expect(own(second)).toEqual(own(first));
        }),
      );
    const lines = await shop.db
      .select({ productId: cartItems.productId, quantity: cartItems.quantity })
      .from(cartItems)
      .innerJoin(carts, eq(carts.id, cartItems.cartId))
      .where(eq(carts.userId, who.userId));
    expect(Object.fromEntries(lines.map((line) => [line.productId, line.quantity]))).toEqual(
      Object.fromEntries(ids.map((id) => [id, 12])),
    );
  },
  MINUTES,
);

it(
  'does in the worker what an API process or a command has asked for',
  async () => {
    const before = given.length;
    const who = await person('told@mail.test');
    const { productId, code } = await waitFor(who, apis[1]!);
    expect(await comesBack(code)).toMatchObject({ code: 0 });
    await isSent(productId);
    expect(given.slice(before)).toHaveLength(1);
    expect(given[before]).toContain('To: told@mail.test');
  },
  MINUTES,
);

it(
  'lets the worker end its letter at SIGTERM',
  async () => {
    const ended = once(worker, 'exit');
    answerMail = (take) => {
      worker.kill('SIGTERM');
      setTimeout(take, 1500);
    };
    const { productId, code } = await waitFor(await person('slow@mail.test'), apis[0]!);
    const before = given.length;
    await comesBack(code);
    expect(await ended).toEqual([0, null]);
    expect(given).toHaveLength(before + 1);
    await isSent(productId);
  },
  MINUTES,
);

it(
  'takes over the letter of a worker that was killed, under the same Message-ID',
  async () => {
    const second = await startWorker();
    answerMail = () => second.kill('SIGKILL');
    const { productId, code } = await waitFor(await person('killed@mail.test'), apis[0]!);
    const before = given.length;
    const gone = once(second, 'exit');
    await comesBack(code);
    await gone;
    answerMail = (take) => take();
    // Twenty seconds without a heartbeat have passed.
    await shop.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute',
      started_on = now() - interval '1 minute', retry_delay = 0 where state = 'active'`);
    const runners = runnersOn(shop);
    await runners.run(JOBS, { gates: openGates(shop.db, testEnv({ SMTP_URL: mail.url })) });
    await isSent(productId);
    expect(given).toHaveLength(before + 2);
    expect(messageId(given[before]!)).toBe(messageId(given[before + 1]!));
    await runners.stop();
  },
  MINUTES,
);
