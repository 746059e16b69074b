import { strFromU8, unzipSync } from 'fflate';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataExports } from '#server/db/tables/personal-data.ts';
import { makeExport, tellExport, tidyExports } from '#server/features/personal-data/export.jobs.ts';
import { SECTIONS } from '#server/features/personal-data/export-sections.queries.ts';
import { addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { addFullPerson, queued, SENTINEL, workOf } from '#tests/consents/full-person.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let work: ReturnType<typeof workOf>;
let full: Awaited<ReturnType<typeof addFullPerson>>;
beforeAll(async () => {
  shop = await openShop();
  work = workOf(shop);
  full = await addFullPerson(shop);
});
afterAll(() => shop.close());

const HOUR_MS = 3_600_000;
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const read = async (tab: Browser) => (await call(tab, 'GET', '/api/data-export')).body;
const ask = async (tab: Browser) => (await call(tab, 'POST', '/api/data-export', {})).body;
const rowsOf = (userId: number) => shop.db.select().from(dataExports).where(eq(dataExports.userId, userId));
const fetchFile = (tab: Browser, id: string) => tab(`/api/data-export/${id}/file`);
/** Runs whatever was asked for and not made yet. */
async function make(): Promise<void> {
  for (const data of await queued<{ exportId: string }>(shop, 'personal-data.make-export'))
    await makeExport.handle(work, data);
}
async function made(tab: Browser): Promise<string> {
  await ask(tab);
  await make();
  return (await read(tab)).export.id;
}

describe('the archive of a person’s data', () => {
  it('holds everything there is, as a page and as JSON, and is told by a letter that does not carry it', async () => {
    expect(await read(full.tab)).toMatchObject({ export: { state: 'failed' }, next_at: null });
    expect(await ask(full.tab)).toMatchObject({ export: { state: 'waiting', done: 0, parts: SECTIONS.length } });
    await make();
    const { export: ready } = await read(full.tab);
    expect(ready).toMatchObject({ state: 'ready', done: SECTIONS.length });

    const answer = await fetchFile(full.tab, ready.id);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBe(ready.bytes);
    const files = unzipSync(bytes);
    const photos = Object.keys(files).filter((name) => name.startsWith('foto/'));
    expect(photos).toEqual([expect.stringMatching(/^foto\/profile-[0-9a-f-]{36}\.webp$/)]);
    expect(Object.keys(files).sort()).toEqual(
      [...photos, 'moi-dannye.html', ...SECTIONS.map(({ file }) => `json/${file}.json`)].sort(),
    );
    const json = Object.fromEntries(
      SECTIONS.map(({ file }) => [
        file,
        JSON.parse(strFromU8(files[`json/${file}.json`]!)) as Record<string, unknown>[],
      ]),
    );
    const without = Object.entries(json)
      .filter(([, rows]) => rows.length === 0)
      .map(([file]) => file);
    // An order that was not paid has no receipts, nothing came back, nothing was moved on the accounts, no bonus was disputed.
    expect(without).toEqual(['returns', 'receipts', 'ledger', 'points', 'disputes']);
    expect(json['profile']).toMatchObject([
      { last_name: SENTINEL.word, email: SENTINEL.email, birthday: '1985-02-17' },
    ]);
    expect(json['orders']).toMatchObject([{ number: full.orderId, recipient_name: SENTINEL.word }]);
    expect(json['consents']?.map(({ purpose }) => purpose).sort()).toEqual(['delivery', 'notify_product', 'notify_product', 'offer', 'order', 'sponsor_contacts']); // prettier-ignore

    const page = strFromU8(files['moi-dannye.html']!);
    expect(page).toContain('<h2 id="orders">Заказы</h2>');
    expect(page).toContain('17'.padStart(2));
    expect(page).toMatch(/Получен/);
    expect(page).not.toMatch(/<script|undefined|\[object/);
    for (const file of Object.values(files)) expect(strFromU8(file)).not.toMatch(/argon2|id_hash|password_hash/);

    await tellExport.handle(work, { exportId: ready.id });
    const [letter] = work.letters;
    expect(letter).toMatchObject({ to: SENTINEL.email, subject: 'Архив с вашими данными готов' });
    expect(letter?.text).toContain('/user/consents');
    expect(letter?.text).not.toContain(ready.id);
  });

  it('is text on its page, whatever a person has written', async () => {
    const id = await addPerson(shop, { name: '<script>alert(1)</script>', lastName: '"><img src=x onerror=1>' });
    const tab = await browserOf(shop, { userId: id });
    const files = unzipSync(new Uint8Array(await (await fetchFile(tab, await made(tab))).arrayBuffer()));
    const page = strFromU8(files['moi-dannye.html']!);
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('&lt;script&gt;');
  });

  it('is nobody else’s: another person, a guest and a made-up link find none', async () => {
    const tab = await browserOf(shop, { userId: await addPerson(shop) });
    const id = await made(tab);
    const stranger = await browserOf(shop, { userId: await addPerson(shop) });
    expect((await fetchFile(stranger, id)).status).toBe(404);
    expect((await fetchFile(await browserOf(shop), id)).status).toBe(401);
    for (const wrong of ['1', '00000000-0000-4000-8000-000000000000', 'x%00', "' or 1=1"])
      expect((await fetchFile(tab, wrong)).status).toBeOneOf([400, 404]);
    expect((await fetchFile(tab, id)).status).toBe(200);
  });

  it('asked for many times at once is made once, and again after a day', async () => {
    const id = await addPerson(shop);
    const tab = await browserOf(shop, { userId: id });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(tab)));
    expect(new Set(answers.map((answer) => answer['export'].id)).size).toBe(1);
    expect(await rowsOf(id)).toHaveLength(1);
    await make();
    await make();
    expect(await ask(tab)).toMatchObject({ code: 'limit_exceeded', message: expect.stringContaining('меньше суток') });
    later(24 * HOUR_MS + 1000);
    expect(await ask(tab)).toMatchObject({ export: { state: 'waiting' } });
    await make();
    // The older one has no use any more.
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('opens for seven days; then its bytes are erased', async () => {
    const id = await addPerson(shop);
    const tab = await browserOf(shop, { userId: id });
    const exportId = await made(tab);
    later(7 * 24 * HOUR_MS - 1000);
    expect((await fetchFile(tab, exportId)).status).toBe(200);
    later(2000);
    expect((await fetchFile(tab, exportId)).status).toBe(404);
    expect((await read(tab)).export).toBeNull();
    await tidyExports.handle(work, {});
    expect((await rowsOf(id))[0]?.body).toBeNull();
  });

  it('that was never made is given up, and may be asked for again', async () => {
    const tab = await browserOf(shop, { userId: await addPerson(shop) });
    const first = await ask(tab);
    later(2 * HOUR_MS + 1000);
    await tidyExports.handle(work, {});
    expect(await read(tab)).toMatchObject({ export: { state: 'failed' }, next_at: null });
    // A worker that comes to it late makes nothing.
    await makeExport.handle(work, { exportId: first['export'].id });
    expect(await read(tab)).toMatchObject({ export: { state: 'failed' } });
    expect(await ask(tab)).toMatchObject({ export: { state: 'waiting' } });
  });
});
