import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { accept, ask, type Counter, eventsOf, issueCode, openCounter, readyOrder, seen, sentOrder, told, TOMSK, wrongCode } from '#tests/counter/counter-shop.ts'; // prettier-ignore
import { journalOf } from '#tests/desk/desk-people.ts';
import { fateOf } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// From the shelf into the hand, by the calls of the counter; docs/product/counter.md#handing-over.

let counter: Counter;
let id: number;
beforeAll(async () => {
  counter = await openCounter();
  await ask(counter.sergey, 'open-shift', { site: TOMSK });
});
afterAll(() => counter.shop.close());
beforeEach(async () => {
  id = await readyOrder(counter);
});
const hand = (code: string, more = {}, key = newKey()) =>
  ask(counter.sergey, 'hand-over', { exp_id: id, code, ...more }, key);

describe('by its code', () => {
  it('once: the order is received, its parcel handed, the second receipt made, the buyer told', async () => {
    const code = await issueCode(counter, id);
    expect(code).toMatch(/^\d{4}$/);
    const { body } = await hand(code);
    expect(body).toMatchObject({ status: 'success', order: { id, state: 'handed' } });
    const { order, receipts } = await fateOf(counter.shop, id);
    expect([order.status, order.issueCode]).toEqual([6, null]);
    expect(receipts.map(({ kind, sumKop }) => [kind, sumKop])).toEqual([
      ['prepayment', 169_000],
      ['settlement', 169_000],
    ]);
    expect(receipts[1]?.items.every(({ mode }) => mode === 'full_payment')).toBe(true);
    const letters = await told(counter, id);
    expect(letters.map(({ subject }) => subject.replace(/№ [\d ]+ /, ''))).toEqual([
      'Заказ оплачен',
      'Заказ отправлен',
      'Заказ ждёт вас',
      'Заказ получен',
    ]);
    expect((await journalOf(counter.shop, id)).at(-1)).toMatchObject({ act: 'punktHandOver', actor_id: counter.sergey.id }); // prettier-ignore
  });
  it('neither the tablet nor the journal ever has the code or the whole telephone', async () => {
    const code = await issueCode(counter, id);
    const list = await ask(counter.sergey, 'orders', { site: TOMSK });
    const one = await call(counter.sergey.browser, 'GET', `/api/punkt/orders/${id}`);
    await hand(wrongCode(code));
    await hand(code);
    const { rows } = await counter.shop.db.execute<{ asked: object }>(sql`select asked from audit_log where target_id = ${id}`); // prettier-ignore
    const kept = JSON.stringify([list.body, one.body, rows]);
    expect(list.body.orders.find((order: { id: number }) => order.id === id)).toMatchObject({ name: 'Анна Петрова', phone: '0157' }); // prettier-ignore
    expect(kept).not.toContain('9000000157');
    expect(kept).not.toContain('issue_code');
    expect(JSON.stringify([list.body.orders, one.body.order])).not.toContain(`"${code}"`);
  });
  it('two tablets at once: one hands over, the other is told who did', async () => {
    const code = await issueCode(counter, id);
    const answers = await Promise.all([hand(code), hand(code)]);
    const said = answers.map(({ body }) => body.code ?? 'ok').sort();
    expect(said).toEqual(['handed_already', 'ok']);
    expect(answers.find(({ body }) => body.code)?.body.message).toMatch(/уже выдан в \d\d:\d\d, оператор Сергей Ким/);
    expect((await fateOf(counter.shop, id)).receipts).toHaveLength(2);
  });
  it('a lost answer is asked for again under its key and hands over once', async () => {
    const code = await issueCode(counter, id);
    const key = newKey();
    const first = await hand(code, {}, key);
    expect(await hand(code, {}, key)).toMatchObject({ replayed: true, body: first.body });
  });
  it('another point’s order is refused with where it belongs, and nothing of it is shown', async () => {
    const asked = await ask(counter.olga, 'hand-over', { exp_id: id, code: await issueCode(counter, id) });
    expect(asked.body.code).toBe('other_point');
    expect(asked.body.message).toContain('выдаёт другой пункт: пр. Ленина, 80');
    const one = await call(counter.olga.browser, 'GET', `/api/punkt/orders/${id}`);
    expect([one.body.code, 'order' in one.body]).toEqual(['other_point', false]);
    expect((await ask(counter.olga, 'phone', { exp_id: id })).body.code).toBe('other_point');
    expect((await ask(counter.olga, 'orders', { site: TOMSK })).body.point.site).toBe('3:CO-9');
    expect((await ask(counter.olga, 'find', { site: TOMSK, q: String(id) })).body.code).toBe('other_point');
  });
  it('what has not come yet, an unknown number and a code that is none are refused', async () => {
    const coming = await sentOrder(counter);
    expect((await ask(counter.sergey, 'hand-over', { exp_id: coming, code: '1234' })).body.code).toBe('not_possible');
    expect((await ask(counter.sergey, 'hand-over', { exp_id: 999_999, code: '1234' })).http).toBe(404);
    expect((await hand('12a4')).body.errors).toEqual({ code: ['Код — четыре цифры'] });
  });
  it('whoever has lost the right meanwhile hands nothing over', async () => {
    const { db } = counter.shop;
    await db.execute(sql`update users set is_punkt_vydachi = false where id = ${counter.sergey.id}`);
    expect((await hand(await issueCode(counter, id))).http).toBe(403);
    await db.execute(sql`update users set is_punkt_vydachi = true where id = ${counter.sergey.id}`);
    await db.execute(sql`delete from operator_points where user_id = ${counter.sergey.id}`);
    expect((await hand(await issueCode(counter, id))).body.code).toBe('other_point');
    await db.execute(sql`insert into operator_points values (${counter.sergey.id}, 3, 'CO-4')`);
  });
});

describe('a wrong code', () => {
  it('five tries, then ten minutes; three locks need the desk, which makes a new code', async () => {
    const code = await issueCode(counter, id);
    const bad = wrongCode(code);
    const first = await hand(bad);
    expect(first.body).toMatchObject({ code: 'code_wrong', errors: { code: ['Код не подошёл'] } });
    expect(first.body.message).toContain('Осталось попыток: 4');
    for (let i = 0; i < 3; i += 1) await hand(bad);
    expect((await hand(bad)).body.message).toMatch(/закрыт до \d\d:\d\d/);
    // The right code opens nothing while it is locked.
    expect((await hand(code)).body.code).toBe('code_locked');
    for (let lock = 2; lock <= 3; lock += 1) {
      counter.shop.clock.now = new Date(counter.shop.clock.now.getTime() + 11 * 60_000);
      for (let i = 0; i < 5; i += 1) expect((await hand(bad)).body.code).toBe('code_wrong');
    }
    counter.shop.clock.now = new Date(counter.shop.clock.now.getTime() + 60 * 60_000);
    expect((await hand(code)).body.message).toContain('Позвоните в хозяйство');
    expect((await seen(counter.sergey, id)).needs_desk).toBe(true);
    const renewed = await call(counter.desk.browser, 'POST', '/api/desk/orders/renew-code', { exp_id: id, reason: 'Проверили паспорт' }, { 'idempotency-key': newKey() }); // prettier-ignore
    expect(renewed.body.status).toBe('success');
    const fresh = await issueCode(counter, id);
    expect(fresh).not.toBe(code);
    expect((await hand(code)).body.code).toBe('code_wrong');
    expect((await told(counter, id)).at(-1)?.text).toContain(`Код для выдачи: ${fresh}`);
    expect((await hand(fresh)).body.status).toBe('success');
  });
  it('wrong codes of two tablets at once are all counted', async () => {
    const bad = wrongCode(await issueCode(counter, id));
    await Promise.all([hand(bad), hand(bad), hand(bad)]);
    const { rows } = await counter.shop.db.execute(sql`select wrong_tries from point_orders where order_id = ${id}`);
    expect(rows).toEqual([{ wrong_tries: 3 }]);
  });
  it('of thirty at once five are looked at; then the right one opens nothing', async () => {
    const code = await issueCode(counter, id);
    const bad = wrongCode(code);
    const answers = await Promise.all(Array.from({ length: 30 }, () => hand(bad)));
    const said = answers.map(({ body }) => body.code as string);
    expect(Map.groupBy(said, (one) => one).get('code_wrong')).toHaveLength(5);
    expect(said.filter((one) => one === 'code_locked')).toHaveLength(25);
    // How many are left is said to each of the five once.
    const left = answers.flatMap(({ body }) => (/попыток: (\d)/.exec(body.message)?.[1] ?? []) as string[] | string);
    expect(left.sort()).toEqual(['1', '2', '3', '4']);
    expect((await hand(code)).body.code).toBe('code_locked');
    const { rows } = await counter.shop.db.execute(
      sql`select wrong_tries, locks from point_orders where order_id = ${id}`,
    );
    expect(rows).toEqual([{ wrong_tries: 0, locks: 1 }]);
  });
});

describe('somebody else collects it', () => {
  it('with a code of their own, which the buyer makes and may take back', async () => {
    const { shop } = counter;
    const userId = await addPerson(shop, { email: 'anna@mail.test' });
    await shop.db.execute(sql`update orders set user_id = ${userId} where id = ${id}`);
    const buyer = await browserOf(shop, { userId });
    const proxy = (name: string) =>
      call(buyer, 'POST', '/api/order/proxy', { exp_id: id, name }, { 'idempotency-key': newKey() });
    const made = await proxy('Пётр Ким');
    const { code } = made.body.order.proxy;
    expect(made.body.order.proxy).toEqual({ name: 'Пётр Ким', code: expect.stringMatching(/^\d{4}$/) });
    expect(code).not.toBe(await issueCode(counter, id));
    expect((await seen(counter.sergey, id)).proxy).toBe('Пётр Ким');
    expect((await proxy('')).body.order.proxy).toBeNull();
    expect((await hand(code)).body.code).toBe('code_wrong');
    const again = (await proxy('Пётр Ким')).body.order.proxy.code;
    expect((await hand(again)).body.status).toBe('success');
    expect(await eventsOf(counter, id)).toContain('Выдан по коду доверенного лица');
    expect((await told(counter, id)).at(-1)?.text).toContain('Заказ забрал человек, которому вы дали код');
  });
  it('is no way in for a stranger', async () => {
    const stranger = await browserOf(counter.shop, { userId: await addPerson(counter.shop) });
    const asked = await call(stranger, 'POST', '/api/order/proxy', { exp_id: id, name: 'Вор' }, { 'idempotency-key': newKey() }); // prettier-ignore
    expect(asked.body.code).toBe('not_found');
  });
});

describe('«Честный знак»', () => {
  const mark = (serial: string, gtin = '04600000000008') => `01${gtin}21${serial}\u001D91EE10\u001D92${'A'.repeat(44)}`;
  const lineOf = async () => (await seen(counter.sergey, id)).lines[0]!; // Every order has one.
  beforeEach(async () => {
    await counter.shop.db.execute(sql`update order_lines set marked = true where order_id = ${id}`);
  });
  it('one code for each unit, all or nothing, each on the receipt', async () => {
    const code = await issueCode(counter, id);
    const { line_id, marks } = await lineOf();
    expect(marks).toBe(3);
    const serials = [1, 2, 3].map((n) => `sEr-${id}-${n}`);
    const two = await hand(code, { marks: [{ line_id, codes: serials.slice(0, 2).map((one) => mark(one)) }] });
    expect(two.body).toMatchObject({ code: 'marks_wrong' });
    expect(two.body.message).toContain('нужно кодов — 3, отсканировано — 2');
    const bad = await hand(code, { marks: [{ line_id, codes: [mark(serials[0]!), mark(serials[1]!), 'https://other.shop/x'] }] }); // prettier-ignore
    expect(bad.body.message).toContain('это не код «Честного знака». Отложите эту упаковку');
    const twice = await hand(code, { marks: [{ line_id, codes: [mark(serials[0]!), mark(serials[1]!), mark(serials[1]!)] }] }); // prettier-ignore
    expect(twice.body.message).toContain('отсканирован дважды');
    expect((await lineOf()).marks).toBe(3);
    const done = await hand(code, { marks: [{ line_id, codes: serials.map((one) => mark(one)) }] });
    expect(done.body.status).toBe('success');
    const { receipts } = await fateOf(counter.shop, id);
    const items = receipts.find(({ kind }) => kind === 'settlement')?.items ?? [];
    expect(items.filter((one) => one.mark !== undefined).map((one) => [one.quantity, one.mark?.includes(`sEr-${id}`)])).toEqual([[1, true], [1, true], [1, true]]); // prettier-ignore
    expect(items.reduce((sum, { sumKop }) => sum + sumKop, 0)).toBe(169_000);
  });
  it('a code that was sold before is refused with the order that has it', async () => {
    const taken = [1, 2, 3].map((n) => mark(`old-${id}-${n}`));
    const { line_id } = await lineOf();
    await hand(await issueCode(counter, id), { marks: [{ line_id, codes: taken }] });
    const before = id;
    id = await readyOrder(counter);
    await counter.shop.db.execute(sql`update order_lines set marked = true where order_id = ${id}`);
    const line = (await lineOf()).line_id;
    // With another crypto tail it is the same unit.
    const again = taken.map((one) => one.replace('EE10', 'EE11'));
    const refused = await hand(await issueCode(counter, id), { marks: [{ line_id: line, codes: again }] });
    expect(refused.body.code).toBe('marks_wrong');
    expect(refused.body.message.replaceAll(/\D/g, '')).toContain(String(before));
  });
  it('a unit that cannot be read goes back through the desk, and the rest is handed over', async () => {
    const { line_id } = await lineOf();
    const { desk } = counter;
    const { version } = (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body.order;
    const refund = { exp_id: id, version, lines: [{ line_id, pieces: 1 }], reason: 'Код не читается' };
    await call(desk.browser, 'POST', '/api/desk/orders/refund', refund, { 'idempotency-key': newKey() });
    const codes = [1, 2].map((n) => mark(`rest-${id}-${n}`));
    expect((await hand(await issueCode(counter, id), { marks: [{ line_id, codes }] })).body.status).toBe('success');
    const { receipts } = await fateOf(counter.shop, id);
    // What went back is not on the second receipt.
    expect(receipts.find(({ kind }) => kind === 'settlement')?.sumKop).toBe(169_000 - 49_000);
  });
});

it('without a shift nothing is handed over', async () => {
  await ask(counter.sergey, 'close-shift', { site: TOMSK, counted: 0, note: 'Тест' });
  expect((await hand(await issueCode(counter, id))).body.code).toBe('shift_closed');
  await ask(counter.sergey, 'open-shift', { site: TOMSK });
  expect((await accept(counter.sergey, id)).body.accepted.again).toBe(true);
});
