import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { openVolumes } from '#server/features/plan/volumes/volumes.ts';
import { exportList } from '#server/features/reports/export-rows.ts';
import { toAsked } from '#server/features/reports/read-list.ts';
import { toActivityRow } from '#server/features/reports/rows.rules.ts';
import { addConsultant, type Browser, browserOf } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Files of the reports: docs/product/reports.md#exports.
const CROWD = 1200;
let shop: TestShop;
let me: number;
let first: number;
let reader: Browser;
beforeAll(async () => {
  shop = await openShop();
  const house = await addConsultant(shop, { consId: HOUSE_CONS_ID, name: 'Росток' });
  me = await addConsultant(shop, { sponsorId: house, consId: 1_000_157, name: 'Мария Соколова' });
  first = await addConsultant(shop, { sponsorId: me, name: '=HYPERLINK("http://x")', birthday: '1980-02-29' });
  await shop.db.execute(sql`insert into users (role, name, cons_id, sponsor_id)
    select 'cons', 'Человек ' || n, 5000000 + n, ${first} from generate_series(1, ${CROWD - 1}) n`);
  await shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, order_id)
    values (202611, ${first}, 95, 140850, 'order', 1)`);
  reader = await browserOf(shop, { userId: me });
  await until(async () => assert.equal((await rowsOf('/reports/make-export/activity-consultants'))[3]?.[3], 47.5));
});
afterAll(() => shop.close());

const rowsOf = async (path: string): Promise<unknown[][]> => {
  const answer = await reader(path);
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]!.data;
};
const nameOf = (answer: Response) => answer.headers.get('content-disposition');

describe('files', () => {
  it('hold every page of the list, typed, with a heading that says what and whose', async () => {
    const answer = await reader('/reports/make-export/activity-consultants?sort=own-desc');
    expect(nameOf(answer)).toBe(
      `attachment; filename="otchet_aktivnost_202611.xlsx"; filename*=UTF-8''otchet_aktivnost_202611.xlsx`,
    );
    expect(answer.headers.get('x-export-rows')).toBe(String(CROWD));
    const rows = (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]!.data;
    expect(rows[0]![0]).toBe('Активность консультантов, Ноябрь 2026');
    expect(rows[1]![0]).toBe('Мария Соколова');
    expect(rows[3]!.slice(1, 8)).toEqual(['=HYPERLINK("http://x")', 1, 47.5, 47.5, 0, 1, 1408.5]);
    expect(rows).toHaveLength(CROWD + 3);
    expect(new Set(rows.slice(3).map(([number]) => number)).size).toBe(CROWD);
  });
  it('are CSV when asked for, and name their month', async () => {
    const answer = await reader('/make-export/birthdays/2/1/0?format=csv');
    expect(nameOf(answer)).toContain('filename="otchet_dni_rozhdeniya_02.csv"');
    expect((await answer.text()).split('\r\n').slice(2)).toEqual(['Дата;Возраст;ФИО;Рег. номер;Линия;Город;Телефон', expect.stringMatching(/^29\.02;;"'=HYPERLINK\(""http:\/\/x""\)";/), '']); // prettier-ignore
  });
  it.each([
    ['/reports/make-export/inactive/parents/ME', CROWD - 1],
    ['/reports/make-export/activity-consultants/parents/01000157/202611', CROWD],
    ['/reports/make-export/rookie/list/202611/0', 1],
    ['/reports/make-export/new-statuses?period=202611', 0],
  ])('stand at the address of the specification: %s', async (path, count) => {
    expect(await rowsOf(path.replace('ME', String(me)))).toHaveLength(3 + count);
  });
  it('of one person: closed months', async () => {
    expect((await rowsOf(`/reports/make-export/inactive/info/${first}`))[1]).toEqual(['Период', 'ЛО', 'ГО', 'Статус периода', 'Активен']); // prettier-ignore
  });
  it('are let go of when the reader leaves in the midst: more than eight times, and the next one still comes', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const cookie = `sid=${reader.cookies.get('sid')}`;
    for (let i = 0; i < 12; i += 1) {
      const left = new AbortController();
      const answer = await fetch(`http://127.0.0.1:${port}/reports/make-export/activity-consultants`, { headers: { cookie }, signal: left.signal }); // prettier-ignore
      expect(answer.status).toBe(200);
      left.abort();
      await answer.body?.cancel().catch(() => undefined);
    }
    await until(async () => expect((await reader('/reports/make-export/activity-consultants')).status).toBe(200));
  });
  it('wait for a slow reader: nothing is open in the database meanwhile, and every row comes in the end', async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>(
      (done, fail) =>
      get({ port, host: '127.0.0.1', path: '/reports/make-export/activity-consultants?format=csv', headers: { cookie: `sid=${reader.cookies.get('sid')}` } }, done).once('error', fail), // prettier-ignore
    );
    answer.pause();
    const { rows } = await shop.db.execute(sql`select 1 from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and state like 'idle in transaction%'`);
    expect(rows).toEqual([]);
    await shop.db.execute(sql`update users set name = 'Переименован' where cons_id = ${5_000_000 + CROWD - 1}`);
    const text = await answer.toArray();
    expect(
      Buffer.concat(text as Buffer[])
        .toString('utf8')
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(CROWD + 3);
  });
  it('who is moved out of the branch while the file is read is in no later row of it', async () => {
    const volumes = openVolumes({ url: shop.url, period: () => 202611, log: { warn: () => {} } });
    try {
      await until(async () =>
        assert.equal((await volumes.ask('summary', { userId: me })).value?.structure.people, CROWD),
      );
      const seen = { db: shop.db, volumes, viewerId: me, now: shop.clock.now };
      const list = await exportList(seen, await toAsked(seen, { sort: 'place-asc' }, {}, 'group'), () => toActivityRow);
      expect(list.count).toBe(CROWD);
      const names: string[] = [(await list.rows.next()).value!.name];
      // The list in memory still has them all: it is the statement of each five hundred that looks again.
      const { rows: moved } = await shop.db.execute<{ name: string }>(sql`
        update users set sponsor_id = (select id from users where cons_id = ${HOUSE_CONS_ID}) where cons_id > ${5_000_000 + CROWD - 11} returning name`); // prettier-ignore
      expect(moved).toHaveLength(10);
      for await (const { name } of list.rows) names.push(name);
      expect(names).toHaveLength(CROWD - 10);
      for (const { name } of moved) expect(names).not.toContain(name);
    } finally {
      await volumes.stop();
      await shop.db.execute(sql`update users set sponsor_id = ${first} where cons_id > ${5_000_000 + CROWD - 11} and cons_id < 6000000`); // prettier-ignore
    }
  });
  it('need both rights', async () => {
    await shop.db.execute(sql`update users set withheld = '{reports.export}' where id = ${me}`);
    expect((await reader('/reports/make-export/activity-consultants')).status).toBe(403);
    await shop.db.execute(sql`update users set withheld = '{}' where id = ${me}`);
  });
});
