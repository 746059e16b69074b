import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchStorage } from '#server/features/counter/counter.jobs.ts';
import { call } from '#tests/cart/shop-people.ts';
import { accept, ask, type Counter, eventsOf, issueCode, openCounter, readyOrder, sentOrder, told, TOMSK } from '#tests/counter/counter-shop.ts'; // prettier-ignore
import { fateOf } from '#tests/payments/paying-shop.ts';

// What comes to a point, lies there and goes back; docs/product/counter.md#supplies and #storage.

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter();
  await ask(counter.sergey, 'open-shift', { site: TOMSK });
});
afterAll(() => counter.shop.close());
const supplies = async () => (await ask(counter.sergey, 'supplies', { site: TOMSK })).body.supplies;

describe('a supply', () => {
  it('what the desk sends to a point on one day is one; scanning lays it into cells and makes orders ready', async () => {
    const first = await sentOrder(counter);
    const second = await sentOrder(counter);
    await sentOrder(counter, { pointId: 'CO-9' });
    const [supply, ...more] = await supplies();
    expect(more).toEqual([]);
    expect(supply.parcels.map(({ code, accepted }: { code: string; accepted: boolean }) => [code, accepted])).toEqual([
      [`P${first}-1`, false],
      [`P${second}-1`, false],
    ]);
    expect(await issueCode(counter, first)).toBe('');
    // The scanner's keyboard is Russian.
    const scanned = await accept(counter.sergey, first, { code: `з${first}-1` });
    expect(scanned.body.accepted).toEqual({ code: `P${first}-1`, exp_id: first, cell: 'А-01', again: false });
    expect((await accept(counter.sergey, first)).body.accepted).toMatchObject({ cell: 'А-01', again: true });
    expect((await accept(counter.sergey, second, { cell: 'б 7' })).body.accepted.cell).toBe('Б-07');
    expect((await fateOf(counter.shop, first)).order.status).toBe(5);
    const [, , ready] = await told(counter, first);
    expect(ready?.subject).toContain('ждёт вас');
    expect(ready?.text).toContain(`Код для выдачи: ${await issueCode(counter, first)}`);
    const done = await ask(counter.sergey, 'finish-supply', { site: TOMSK, supply_id: supply.id });
    expect(done.body.supplies).toEqual([]);
  });
  it('that is short is said so, and ended only by whoever says how much is missing', async () => {
    const came = await sentOrder(counter);
    const lost = await sentOrder(counter);
    await accept(counter.sergey, came);
    const [supply] = await supplies();
    const finish = (missing: number) => ask(counter.sergey, 'finish-supply', { site: TOMSK, supply_id: supply.id, missing }); // prettier-ignore
    const short = await finish(0);
    expect(short.body).toMatchObject({ code: 'supply_short', details: { missing: [`P${lost}-1`] } });
    expect(short.body.message).toContain(`Не хватает: P${lost}-1`);
    expect((await finish(1)).body.supplies).toEqual([]);
    expect(await eventsOf(counter, lost)).toContain(`Не приехала с поставкой № ${supply.id}: P${lost}-1`);
    const card = (await call(counter.desk.browser, 'GET', `/api/desk/orders/${lost}`)).body;
    expect(card.holds).toMatchObject([{ kind: 'stock', owner: 'Сергей Ким' }]);
    // Found the next day: it is accepted without a supply, and nobody waits any more.
    expect((await accept(counter.sergey, lost)).body.accepted.again).toBe(false);
    expect((await call(counter.desk.browser, 'GET', `/api/desk/orders/${lost}`)).body.holds).toEqual([]);
  });
  it('takes no parcel of another point, no strange code and nothing that has not left', async () => {
    const foreign = await sentOrder(counter, { pointId: 'CO-9' });
    const refused = await accept(counter.sergey, foreign);
    expect(refused.body.code).toBe('other_point');
    expect(refused.body.message).toContain('ул. Мира, 3');
    const strange = await accept(counter.sergey, foreign, { code: 'https://other.shop/order/17' });
    expect(strange.body).toMatchObject({ code: 'scan_unknown' });
    const box = await accept(counter.sergey, foreign, { code: 'и1001' });
    expect(box.body).toMatchObject({ code: 'scan_unknown', message: 'B1001: это наклейка коробки. Отсканируйте каждую посылку из неё' }); // prettier-ignore
    expect((await accept(counter.sergey, foreign, { code: 'P99999-1' })).body.message).toContain('Проверьте этикетку');
    const mine = await sentOrder(counter);
    expect((await accept(counter.sergey, mine, { cell: 'у окна' })).body.errors).toEqual({ cell: ['Полка и ячейка, например А-12'] }); // prettier-ignore
    expect((await ask(counter.olga, 'accept', { site: TOMSK, code: `P${mine}-1` })).body.code).toBe('other_point');
    await counter.shop.db.execute(sql`update parcels set state = 'packed' where order_id = ${mine}`);
    expect((await accept(counter.sergey, mine)).body.code).toBe('parcel_changed');
  });
  it('two tablets that scan at once lay parcels into cells of their own', async () => {
    const ids = [await sentOrder(counter), await sentOrder(counter), await sentOrder(counter)];
    const answers = await Promise.all(ids.map((id) => accept(counter.sergey, id)));
    expect(new Set(answers.map(({ body }) => body.accepted.cell)).size).toBe(3);
  });
});

describe('storage', () => {
  const watch = () =>
    watchStorage.handle({ ...counter.shop.parts, env: counter.shop.env, signal: AbortSignal.timeout(20_000) }, {});
  const later = (days: number) => {
    counter.shop.clock.now = new Date(counter.shop.clock.now.getTime() + days * 86_400_000);
  };
  it('two reminders, then it goes back and the desk can give the money back', async () => {
    const id = await readyOrder(counter);
    const code = await issueCode(counter, id);
    await watch();
    expect((await told(counter, id)).filter(({ subject }) => subject.includes('ждёт до'))).toEqual([]);
    later(6);
    await watch();
    await watch();
    later(3);
    expect((await ask(counter.sergey, 'hand-over', { exp_id: id, code: '12345' })).body.code).toBe('validation');
    await watch();
    const subjects = (await told(counter, id)).map(({ subject }) => subject.replace(/№ [\d ]+/, '№ '));
    expect(subjects.slice(-2)).toEqual([expect.stringContaining('ждёт до 28 ноября'), expect.stringContaining('скоро уедет обратно')]); // prettier-ignore
    later(6);
    await watch();
    const { order } = await fateOf(counter.shop, id);
    expect([order.status, order.issueCode]).toEqual([4, null]);
    expect((await told(counter, id)).at(-1)?.subject).toContain('едет обратно на склад');
    expect((await ask(counter.sergey, 'hand-over', { exp_id: id, code })).body.code).toBe('order_closed');
    const card = (await call(counter.desk.browser, 'GET', `/api/desk/orders/${id}`)).body;
    expect(card).toMatchObject({ can: { refund: true }, parcels: [{ state: 'returned' }] });
  });
  it('an operator sends back only what has lain too long', async () => {
    const id = await readyOrder(counter);
    expect((await ask(counter.sergey, 'send-back', { exp_id: id })).body.code).toBe('not_possible');
    later(8);
    expect((await ask(counter.sergey, 'send-back', { exp_id: id })).body.order.state).toBe('returned');
    expect((await ask(counter.sergey, 'send-back', { exp_id: id })).body.code).toBe('order_closed');
  });
});

describe('the shift and the day', () => {
  it('is closed by a count; another number wants a word', async () => {
    const opened = await Promise.all([1, 2].map(() => ask(counter.sergey, 'open-shift', { site: TOMSK })));
    expect(new Set(opened.map(({ body }) => body.shift.id)).size).toBe(1);
    const { rows } = await counter.shop.db.execute<{ n: number }>(
      sql`select count(*)::int as n from parcels p join cells c on c.id = p.cell_id where p.state = 'at_point' and c.site = ${TOMSK}`,
    );
    const lying = rows[0]!.n; // A count has one row.
    const differs = await ask(counter.sergey, 'close-shift', { site: TOMSK, counted: lying + 1 });
    expect(differs.body).toMatchObject({ code: 'shift_differs', errors: { note: ['Напишите, в чём разница'] } });
    expect(differs.body.message).toContain(`По учёту в пункте посылок: ${lying}, вы насчитали ${lying + 1}`);
    expect((await ask(counter.sergey, 'close-shift', { site: TOMSK, counted: lying })).body.shift).toBeNull();
    expect((await ask(counter.sergey, 'close-shift', { site: TOMSK, counted: lying })).body.code).toBe('shift_closed');
  });
  it('reports what came, was handed over and went back, by the clock of the point', async () => {
    await ask(counter.sergey, 'open-shift', { site: TOMSK });
    // 19:30 UTC is half past two of the next day in Томск.
    counter.shop.clock.now = new Date('2027-01-10T19:30:00Z');
    const id = await readyOrder(counter);
    counter.shop.clock.now = new Date('2027-01-10T19:31:00Z');
    await ask(counter.sergey, 'hand-over', { exp_id: id, code: await issueCode(counter, id) });
    const day = async (date: string) => (await ask(counter.sergey, 'day', { site: TOMSK, day: date })).body;
    const report = await day('2027-01-11');
    expect(report.rows.map(({ exp_id, what, operator, pieces }: Record<string, unknown>) => [exp_id, what, operator, pieces])).toEqual([
      [id, 'handed', 'Сергей Ким', 3],
      [id, 'accepted', 'Сергей Ким', 3],
    ]); // prettier-ignore
    expect(report.shifts[0]).toMatchObject({ operator: 'Сергей Ким', closed_at: null });
    expect((await day('2027-01-10')).rows).toEqual([]);
    // Whoever names no day asks for the one that it is there, whatever the clock of the tablet says.
    expect((await ask(counter.sergey, 'day', { site: TOMSK })).body).toEqual({ ...report, server_time: expect.any(String) }); // prettier-ignore
    expect([report.day, report.today]).toEqual(['2027-01-11', '2027-01-11']);
    expect((await day('2027-02-31')).errors).toEqual({ day: ['Такого дня нет'] });
  });
});

describe('finding', () => {
  it('by number, label, end of the telephone, name and surname with either ё; what was handed over too', async () => {
    const id = await readyOrder(counter, { recipientName: 'Фёкла Ёлкина', recipientPhone: '+79137774455' });
    const find = async (q: string): Promise<number[]> =>
      (await ask(counter.sergey, 'find', { site: TOMSK, q })).body.orders.map((one: { id: number }) => one.id);
    for (const q of [`${id}`, `№ ${String(id).replace(/(\d\d)(\d{3})/, '$1 $2')}`, `P${id}-1`, `з${id}-1`, '4455', '+7 913 777-44-55', '8 913 777 44 55', 'фекла', 'Ёлк', 'елкина'])
      expect([q, await find(q)]).toEqual([q, [id]]); // prettier-ignore
    for (const q of ['777445', '9999', 'https://other.shop/17', 'Фе%', '1'])
      expect([q, await find(q)]).toEqual([q, []]);
    await ask(counter.sergey, 'hand-over', { exp_id: id, code: await issueCode(counter, id) });
    expect(await find('4455')).toEqual([id]);
  });
});
