import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDb, Tx } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { HOUSE } from '#server/features/accounts/house.rules.ts';
import { addOwner, by, LS, nextKey, pay, stored } from '#tests/accounts/ledger-people.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// What the database itself refuses, whatever the code above it does (docs/product/money.md#walls).
let open: OpenDb;
let owner: number;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());
beforeEach(async () => {
  owner = await addOwner(open.db);
  await pay(open.db, owner, LS, 1000);
});

type Refused = { code: string | undefined; message: string };
const refused = (work: (tx: Tx) => Promise<unknown>): Promise<Refused> =>
  open.db.transaction(work).then(
    () => ({ code: undefined, message: 'done' }),
    (error: { code?: string; message: string; cause?: { code?: string; message: string } }) => ({
      code: error.cause?.code ?? error.code,
      message: error.cause?.message ?? error.message,
    }),
  );
const CHANGES = [
  'update ledger_tx set reason = reason',
  'delete from ledger_tx',
  'truncate ledger_tx cascade',
  'update ledger_entries set amount_kop = amount_kop + 1',
  'delete from ledger_entries where false',
  'truncate ledger_entries cascade',
  'truncate users cascade',
];

it.each(CHANGES)('a superuser may not «%s»', async (statement) => {
  const answer = await refused((tx) => tx.execute(sql.raw(statement)));
  expect([answer.code, answer.message]).toEqual(['23000', expect.stringContaining('append-only')]);
});

describe('the role that owns the tables, as on the embedded server', () => {
  const role = 'ledger_owner_of_a_test';
  const asOwner = (work: (tx: Tx) => Promise<unknown>) => (tx: Tx) =>
    tx.execute(sql.raw(`set local role ${role}`)).then(() => work(tx));
  beforeAll(async () => {
    await open.db.execute(sql.raw(`create role ${role}; grant ${role} to current_user`));
    await open.db.execute(sql.raw(`grant all on schema public to ${role}; alter table users owner to ${role}`));
    for (const table of ['accounts', 'ledger_tx', 'ledger_entries', 'holds', 'grants', 'grant_uses'])
      await open.db.execute(sql.raw(`alter table ${table} owner to ${role}`));
  });
  afterAll(() =>
    open.db.execute(sql.raw(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)),
  );

  it.each(CHANGES)('may not «%s»', async (statement) => {
    const { code } = await refused(asOwner((tx) => tx.execute(sql.raw(statement))));
    expect(code).toBe('42501');
  });

  it('may not when it grants itself the right: the trigger holds', async () => {
    const answer = await refused(
      asOwner(async (tx) => {
        await tx.execute(sql.raw('grant update on ledger_entries to current_user'));
        await tx.execute(sql.raw('update ledger_entries set amount_kop = 1'));
      }),
    );
    expect([answer.code, answer.message]).toEqual(['23000', expect.stringContaining('append-only')]);
  });

  it('writes movements: foreign keys find the right that they need', async () => {
    const answer = await refused(asOwner((tx) => postLedger(tx, correction(-100))));
    expect(answer.message).toBe('done');
    expect(await stored(open.db, owner, LS)).toMatchObject({ balance: 900 });
  });
});

const correction = (amountKop: number, more: object = {}) => ({
  ...by,
  key: nextKey('correction'),
  kind: 'correction' as const,
  ref: { type: 'desk' as const, id: 1 },
  entries: [
    { account: { ownerId: owner, type: LS }, amountKop },
    { account: { house: 'corrections' as const }, amountKop: -amountKop },
  ],
  ...more,
});
const insertTx = async (tx: Tx, reverses: number | null = null): Promise<number> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ledger_tx (key, kind, ref_type, ref_id, actor, reason, reverses, at)
    values (${nextKey('raw')}, 'correction', 'desk', 1, 'test', 'Проверка', ${reverses}, now()) returning id`);
  return Number(rows[0]!.id);
};
const insertEntry = (tx: Tx, txId: number, house: number, amount: number) =>
  tx.execute(sql`insert into ledger_entries (tx_id, account_id, amount_kop) values (${txId}, ${house}, ${amount})`);

describe('balance', () => {
  it('a movement that does not add up is refused at commit', async () => {
    const answer = await refused(async (tx) => {
      const id = await insertTx(tx);
      await insertEntry(tx, id, HOUSE.sales, 100);
      await insertEntry(tx, id, HOUSE.gifts, -99);
    });
    expect(answer).toEqual({ code: '23514', message: expect.stringContaining('is not balanced') });
  });

  it('an entry that is added to an old movement is refused too', async () => {
    let id = 0;
    await open.db.transaction(async (tx) => {
      id = await insertTx(tx);
      await insertEntry(tx, id, HOUSE.sales, 100);
      await insertEntry(tx, id, HOUSE.gifts, -100);
    });
    expect((await refused((tx) => insertEntry(tx, id, HOUSE.sales, 1))).message).toContain('is not balanced');
  });

  it.each([
    ['an entry of nothing', (tx: Tx, id: number) => insertEntry(tx, id, HOUSE.sales, 0)],
    ['a house balance', (tx: Tx) => tx.execute(sql`update accounts set balance_kop = 1 where id = ${HOUSE.sales}`)],
    ['a fourth account', (tx: Tx) => tx.execute(sql`insert into accounts (owner_id, type) values (${owner}, 3)`)],
    ['ЛС twice', (tx: Tx) => tx.execute(sql`insert into accounts (owner_id, type) values (${owner}, 0)`)],
    ['held below zero', (tx: Tx) => tx.execute(sql`update accounts set held_kop = -1 where owner_id = ${owner}`)],
  ])('%s is refused', async (_words, work) => {
    const { code } = await refused(async (tx) => work(tx, await insertTx(tx)));
    expect(['23514', '23505']).toContain(code);
  });
});

describe('reversals', () => {
  const back = (reverses: number, amountKop: number, more: object = {}) => correction(amountKop, { reverses, ...more });
  const take = (amountKop: number) => open.db.transaction((tx) => postLedger(tx, correction(-amountKop)));

  it('in parts reach the original and not a kopeck more', async () => {
    const { txId } = await take(500);
    await open.db.transaction((tx) => postLedger(tx, back(txId, 300)));
    expect((await refused((tx) => postLedger(tx, back(txId, 201)))).message).toContain('exceed it');
    await open.db.transaction((tx) => postLedger(tx, back(txId, 200)));
    expect((await refused((tx) => postLedger(tx, back(txId, 1)))).message).toContain('exceed it');
    expect(await stored(open.db, owner, LS)).toMatchObject({ balance: 1000 });
  });

  it('take the same way a second time, or touch a foreign account, never', async () => {
    const { txId } = await take(500);
    expect((await refused((tx) => postLedger(tx, back(txId, -100)))).message).toContain('exceed it');
    const foreign = [
      { account: { house: 'sales' }, amountKop: -100 },
      { account: { ownerId: owner, type: LS }, amountKop: 100 },
    ];
    expect((await refused((tx) => postLedger(tx, back(txId, 0, { entries: foreign })))).message).toContain('exceed it');
  });

  it('of two at once only what fits goes through', async () => {
    const { txId } = await take(500);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refused((tx) => postLedger(tx, back(txId, 200)))),
    );
    expect(answers.filter(({ message }) => message === 'done')).toHaveLength(2);
    expect(await stored(open.db, owner, LS)).toMatchObject({ balance: 900 });
  });

  /** Sales of 500 by two banks, written by hand. */
  async function twoBanks(): Promise<number> {
    return open.db.transaction(async (tx) => {
      const id = await insertTx(tx);
      await insertEntry(tx, id, HOUSE.sales, 500);
      await insertEntry(tx, id, HOUSE.yookassa, -300);
      await insertEntry(tx, id, HOUSE.robokassa, -200);
      return id;
    });
  }
  const giveBack = async (tx: Tx, id: number, amount: number) => {
    const reversal = await insertTx(tx, id);
    await insertEntry(tx, reversal, HOUSE.sales, -amount);
    await insertEntry(tx, reversal, HOUSE.yookassa, amount);
  };

  it('give an account no more than it gave, though the whole would allow it', async () => {
    const id = await twoBanks();
    expect((await refused((tx) => giveBack(tx, id, 301))).message).toContain('exceed it');
    expect((await refused((tx) => giveBack(tx, id, 300))).message).toBe('done');
  });

  it('of the house alone wait for each other too: the second one sees the first', async () => {
    const id = await twoBanks();
    const first = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const one = refused(async (tx) => {
      await giveBack(tx, id, 200);
      await tx.execute(sql`set constraints all immediate`);
      first.resolve();
      await commit.promise;
    });
    await first.promise;
    // It is judged while the first one is not committed yet.
    const two = refused(async (tx) => {
      await giveBack(tx, id, 200);
      const judged = tx.execute(sql`set constraints all immediate`);
      setTimeout(() => commit.resolve(), 300);
      await judged;
    });
    expect((await one).message).toBe('done');
    expect((await two).message).toContain('exceed it');
  });
});

it('the house accounts of the code are those of the migration', async () => {
  const { rows } = await open.db.execute<{ id: number }>(
    sql`select id from accounts where owner_id is null order by id`,
  );
  expect(rows.map((row) => row.id)).toEqual(Object.values(HOUSE).toSorted((a, b) => a - b));
});
