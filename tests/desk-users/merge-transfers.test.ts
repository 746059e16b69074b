import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/db/tables/people.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { transferAll } from '#server/features/accounts/transfer-all.commands.ts';
import { LS, NOW, pay, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, cardOf, type Desk, openDeskOf } from '#tests/desk-users/desk-users-people.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// A transfer that waits for its code while one of its two people becomes another account (docs/product/rights.md#one-person-two-accounts).

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
let desk: Desk;
beforeAll(async () => {
  shop = await openShop();
  box = openCodeBox(shop);
  await box.start();
  desk = await openDeskOf(shop);
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

let last = 0;
type Person = { id: number; consId: string; phone: string; tab: Browser };
async function consultant(sponsorId: number | null = null): Promise<Person> {
  last += 1;
  const phone = `+7913888${String(last).padStart(4, '0')}`;
  const id = await addConsultant(shop, { phone, sponsorId });
  const [row] = await shop.db.select({ consId: users.consId }).from(users).where(eq(users.id, id));
  return { id, phone, consId: String(row!.consId).padStart(8, '0'), tab: await browserOf(shop, { userId: id }) };
}
let sender: Person;
let receiver: Person;
beforeEach(async () => {
  shop.clock.now = NOW;
  sender = await consultant();
  receiver = await consultant(sender.id);
  await pay(shop.db, sender.id, LS, 60_000);
});
const post = (who: Person, path: string, body: object) => call(who.tab, 'POST', `/user/transfer/${path}`, body);
async function waiting(from = sender, to = receiver): Promise<{ id: number; code: string }> {
  const asked = { kind: 'cons', from: 0, to_cons_id: to.consId, amount: 50_000 };
  const { body } = await post(from, 'create', asked);
  expect(body['status']).toBe(1);
  return { id: body['transfer_id'], code: await box.codeTo(from.phone) };
}
const merge = async (kept: number, gone: number) => {
  const { person } = await cardOf(desk, gone);
  return act(desk, 'merge', kept, { gone_id: gone, gone_version: person?.version ?? 0 });
};
const money = async (who: Person) => (await stored(shop.db, who.id, LS)) ?? { balance: 0, held: 0 };
const ledgerIsWhole = async () => expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);

describe('of whoever sends', () => {
  it('stands in the way with words; cancelled, the merge goes through and nothing stays behind', async () => {
    const kept = await consultant();
    // The one that goes has nobody below: its money goes to its sponsor.
    const { id } = await (async () => {
      await pay(shop.db, receiver.id, LS, 60_000);
      return waiting(receiver, sender);
    })();
    const gone = receiver;
    const preview = await call(desk.browser, 'POST', '/api/desk/users/preview-merge', { user_id: kept.id, gone_id: gone.id }); // prettier-ignore
    expect(preview.body['obstacles']).toEqual([expect.stringContaining('ждёт кода')]);
    expect((await merge(kept.id, gone.id)).body).toMatchObject({ code: 'not_possible', message: expect.stringContaining('десять минут') }); // prettier-ignore
    expect(await money(gone)).toMatchObject({ balance: 60_000, held: 50_000 });
    await post(gone, 'cancel', { transfer_id: id });
    expect((await merge(kept.id, gone.id)).body.code).toBeUndefined();
    expect([await money(gone), await money(kept)]).toMatchObject([{ balance: 0, held: 0 }, { balance: 60_000, held: 0 }]); // prettier-ignore
    await ledgerIsWhole();
  });

  it('begun in the very moment of the merge: one of the two is refused, and no money is left on the account that goes', async () => {
    const kept = await consultant();
    await pay(shop.db, receiver.id, LS, 60_000);
    const asked = { kind: 'cons', from: 0, to_cons_id: sender.consId, amount: 50_000 };
    const [merged, created] = await Promise.all([merge(kept.id, receiver.id), post(receiver, 'create', asked)]);
    const isMerged = merged.body.code === undefined;
    expect(created.body['status'] === 1).toBe(!isMerged);
    const left = await money(receiver);
    expect([left.balance, left.held]).toEqual(isMerged ? [0, 0] : [60_000, 50_000]);
    await ledgerIsWhole();
  });
});

describe('of whoever was to get it', () => {
  it('is rejected at its code, and the money is the sender’s again', async () => {
    const { id, code } = await waiting();
    const kept = await addPerson(shop, { role: 'cons', consId: 3_000_001, name: 'Та же Мария' });
    expect((await merge(kept, receiver.id)).body.code).toBeUndefined();
    const { body } = await post(sender, 'confirm', { transfer_id: id, code });
    expect(body).toMatchObject({ code: 'not_possible', message: expect.stringContaining('Перевод отклонён') });
    expect(await money(sender)).toMatchObject({ balance: 60_000, held: 0 });
    const { body: told } = await post(sender, 'detail', { transfer_id: id });
    expect(told['transfer'].state).toBe('rejected');
    await ledgerIsWhole();
  });

  it('waits for a merge that is under way: no kopeck comes onto an account that has just been emptied', async () => {
    const { id, code } = await waiting();
    const kept = await addPerson(shop, { role: 'cons', consId: 3_000_002, name: 'Та же Мария' });
    const answer = await shop.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, receiver.id)).for('no key update');
      const confirming = post(sender, 'confirm', { transfer_id: id, code });
      let hasAnswer = false;
      void confirming.then(() => (hasAnswer = true));
      await until(async () => {
        const { rows } = await shop.db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(hasAnswer || rows.length > 0).toBe(true);
      });
      const movement = { key: `merge:${receiver.id}`, ref: { type: 'person', id: receiver.id }, actor: 'test', reason: 'Объединение', at: NOW } as const; // prettier-ignore
      await transferAll(tx, { ...movement, fromId: receiver.id, toId: kept });
      await tx.update(users).set({ active: false, mergedInto: kept }).where(eq(users.id, receiver.id));
      return { confirming };
    });
    expect((await answer.confirming).body).toMatchObject({ code: 'not_possible' });
    expect([await money(sender), await money(receiver)]).toMatchObject([{ balance: 60_000, held: 0 }, { balance: 0 }]);
    await ledgerIsWhole();
  });
});
