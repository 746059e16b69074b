import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/open.ts';
import {
  availableOf,
  debtsOf,
  type HoldFunds,
  holdFunds,
  postHolds,
  postLedger,
  refundSpends,
  releaseHolds,
  setCredit,
} from '#server/features/accounts/accounts.commands.ts';
import { HOUSE } from '#server/features/accounts/house.rules.ts';
import type { LedgerRef } from '#server/features/accounts/ledger.rules.ts';
import {
  addOwner,
  BS,
  by,
  correct,
  entriesOf,
  giftsOf,
  give,
  houseSum,
  inDays,
  KS,
  LS,
  NOW,
  nextKey,
  nextRef,
  pay,
  refusalOf,
  stored,
} from '#tests/accounts/ledger-people.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// An order's money from the hold to the refund, on the real database (docs/product/money.md).
let open: OpenDb;
let owner: number;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());
beforeEach(async () => {
  owner = await addOwner(open.db);
});

const hold = (parts: HoldFunds['parts'], ref: LedgerRef = nextRef(), at = NOW) =>
  open.db.transaction((tx) =>
    holdFunds(tx, { key: `order:${ref.id}`, ownerId: owner, parts, ref, expiresAt: inDays(1), at }),
  );
const post = (ref: LedgerRef, more: Partial<Parameters<typeof postHolds>[1]> = {}) =>
  open.db.transaction((tx) => postHolds(tx, { ...by, ref, key: `order:${ref.id}:paid`, house: 'sales', ...more }));
const release = (ref: LedgerRef, at = NOW) =>
  open.db.transaction((tx) => releaseHolds(tx, { ref, state: 'released', at }));
const available = async (at = NOW) => {
  const all = await availableOf(open.db, owner, at);
  return [all[LS].availableKop, all[KS].availableKop, all[BS].availableKop];
};

describe('setting aside', () => {
  it('takes from all three accounts at once and is no entry yet', async () => {
    await pay(open.db, owner, LS, 1000);
    await pay(open.db, owner, KS, 2000);
    await give(open.db, owner, 700);
    const ref = nextRef();
    const held = await hold(
      [
        { type: BS, amountKop: 300 },
        { type: LS, amountKop: 1000 },
        { type: KS, amountKop: 1 },
      ],
      ref,
    );
    expect(held.map(({ type, amountKop }) => [type, amountKop])).toEqual([
      [LS, 1000],
      [KS, 1],
      [BS, 300],
    ]);
    expect(await available()).toEqual([0, 1999, 400]);
    expect(await stored(open.db, owner, LS)).toEqual({ balance: 1000, held: 1000, version: 1 });
  });

  it('is refused whole when one account lacks a kopeck', async () => {
    await pay(open.db, owner, LS, 1000);
    await pay(open.db, owner, KS, 99);
    expect(
      await refusalOf(
        hold([
          { type: LS, amountKop: 500 },
          { type: KS, amountKop: 100 },
        ]),
      ),
    ).toBe('insufficient_funds');
    expect(await available()).toEqual([1000, 99, 0]);
    expect(await refusalOf(hold([{ type: LS, amountKop: 1001 }]))).toBe('insufficient_funds');
    expect(await refusalOf(hold([{ type: BS, amountKop: 1 }]))).toBe('insufficient_funds');
  });

  it('counts what other orders hold', async () => {
    await pay(open.db, owner, LS, 1000);
    await hold([{ type: LS, amountKop: 600 }]);
    expect(await refusalOf(hold([{ type: LS, amountKop: 401 }]))).toBe('insufficient_funds');
    await hold([{ type: LS, amountKop: 400 }]);
  });

  it('twice under one key is one hold, and other sums under it are a fault', async () => {
    await pay(open.db, owner, LS, 1000);
    await give(open.db, owner, 300);
    const ref = nextRef();
    const parts = [
      { type: LS, amountKop: 100 },
      { type: BS, amountKop: 200 },
    ] as const;
    const first = await hold(parts, ref);
    expect(await hold(parts, ref)).toEqual(expect.arrayContaining(first.map((one) => expect.objectContaining(one))));
    expect(await available()).toEqual([900, 0, 100]);
    await expect(hold([{ type: LS, amountKop: 101 }], ref)).rejects.toThrow('known with other sums');
  });

  it.each([0, -1, 0.5, Number.NaN, 2 ** 53])('of %s kopecks is a fault of the caller', async (amountKop) => {
    await expect(hold([{ type: LS, amountKop }])).rejects.toThrow('kopecks');
  });

  it('goes below zero only as far as the credit goes', async () => {
    await pay(open.db, owner, LS, 1000);
    await open.db.transaction((tx) => setCredit(tx, owner, 500_000));
    expect((await availableOf(open.db, owner, NOW))[LS]).toMatchObject({
      availableKop: 1000,
      withCreditKop: 501_000,
      creditKop: 500_000,
    });
    expect(await refusalOf(hold([{ type: LS, amountKop: 501_001 }]))).toBe('insufficient_funds');
    const ref = nextRef();
    await hold([{ type: LS, amountKop: 501_000 }], ref);
    await post(ref);
    expect(await stored(open.db, owner, LS)).toEqual({ balance: -500_000, held: 0, version: 2 });
    expect(await debtsOf(open.db, owner, NOW)).toEqual({ totalKop: 500_000, byType: { [LS]: 500_000 } });
  });
});

describe('a paid order', () => {
  it('turns its holds and the money of the gateway into one balanced movement', async () => {
    await pay(open.db, owner, LS, 1000);
    await give(open.db, owner, 700);
    const sales = await houseSum(open.db, HOUSE.sales);
    const ref = nextRef();
    await hold(
      [
        { type: LS, amountKop: 400 },
        { type: BS, amountKop: 500 },
      ],
      ref,
    );
    const paid = await post(ref, { also: [{ account: { house: 'robokassa' }, amountKop: -9100 }] });
    expect(await entriesOf(open.db, paid.txId!)).toEqual({
      [`${owner}/${LS}`]: -400,
      [`${owner}/${BS}`]: -500,
      [`house/${HOUSE.robokassa}`]: -9100,
      [`house/${HOUSE.sales}`]: 10_000,
    });
    expect((await houseSum(open.db, HOUSE.sales)) - sales).toBe(10_000);
    expect(await stored(open.db, owner, LS)).toEqual({ balance: 600, held: 0, version: 2 });
    expect(await giftsOf(open.db, owner)).toMatchObject([{ amount: 700, left: 200, held: 0 }]);
    expect(await post(ref, { also: [{ account: { house: 'robokassa' }, amountKop: -9100 }] })).toEqual({
      txId: paid.txId,
      isNew: false,
    });
    expect(await available()).toEqual([600, 0, 200]);
  });

  it('collects a debt with the money of the gateway', async () => {
    await pay(open.db, owner, LS, 100);
    await correct(open.db, owner, LS, -450);
    const ref = nextRef();
    const paid = await post(ref, {
      also: [
        { account: { house: 'yookassa' }, amountKop: -1350 },
        { account: { ownerId: owner, type: LS }, amountKop: 350 },
      ],
    });
    expect(await entriesOf(open.db, paid.txId!)).toMatchObject({
      [`house/${HOUSE.sales}`]: 1000,
      [`${owner}/${LS}`]: 350,
    });
    expect((await debtsOf(open.db, owner, NOW)).totalKop).toBe(0);
  });

  it('collects a debt of БС as far as it is still there, the rest is own money', async () => {
    await give(open.db, owner, 100);
    await correct(open.db, owner, BS, -400);
    await give(open.db, owner, 120);
    const paid = await post(nextRef(), {
      also: [
        { account: { house: 'yookassa' }, amountKop: -1300 },
        { account: { ownerId: owner, type: BS }, amountKop: 300 },
      ],
    });
    expect(await entriesOf(open.db, paid.txId!)).toEqual({
      [`${owner}/${BS}`]: 180,
      [`${owner}/${LS}`]: 120,
      [`house/${HOUSE.yookassa}`]: -1300,
      [`house/${HOUSE.sales}`]: 1000,
    });
    expect(await available()).toEqual([120, 0, 0]);
  });

  it('that nobody paid anything for leaves nothing in the ledger', async () => {
    expect(await post(nextRef())).toEqual({ txId: null, isNew: false });
  });

  it('that has been cancelled finds no holds any more', async () => {
    await pay(open.db, owner, LS, 1000);
    const ref = nextRef();
    await hold([{ type: LS, amountKop: 400 }], ref);
    expect(await release(ref)).toBe(1);
    expect(await release(ref)).toBe(0);
    expect(await post(ref)).toEqual({ txId: null, isNew: false });
    expect(await stored(open.db, owner, LS)).toEqual({ balance: 1000, held: 0, version: 1 });
  });
});

describe('gifts', () => {
  it('are used by nearest expiry, and what has burnt is not available before any job has come', async () => {
    await give(open.db, owner, 300, inDays(60));
    await give(open.db, owner, 200, inDays(1));
    await give(open.db, owner, 100, inDays(30));
    const ref = nextRef();
    await hold([{ type: BS, amountKop: 250 }], ref);
    expect(await giftsOf(open.db, owner)).toMatchObject([{ held: 0 }, { held: 200 }, { held: 50 }]);
    expect(await available(inDays(31))).toEqual([0, 0, 300]);
    expect(await refusalOf(hold([{ type: BS, amountKop: 301 }], nextRef(), inDays(31)))).toBe('insufficient_funds');
  });

  it('that have burnt pay for nothing without a hold either', async () => {
    await give(open.db, owner, 300, inDays(1));
    await give(open.db, owner, 200, inDays(9));
    const spend = (amountKop: number) =>
      open.db.transaction((tx) =>
        postLedger(tx, {
          ...by, at: inDays(2), key: nextKey('spend'), kind: 'order_spend', ref: nextRef(),
          entries: [
            { account: { ownerId: owner, type: BS }, amountKop: -amountKop },
            { account: { house: 'sales' }, amountKop },
          ],
        }),
      ); // prettier-ignore
    expect(await refusalOf(spend(201))).toBe('insufficient_funds');
    await spend(200);
    expect(await giftsOf(open.db, owner)).toMatchObject([{ left: 300 }, { left: 0 }]);
    expect(await available(inDays(2))).toEqual([0, 0, 0]);
  });

  it('do not burn while they are held; released, they live fourteen days more, and their burnt rest does not', async () => {
    await give(open.db, owner, 300, inDays(1));
    const ref = nextRef();
    await hold([{ type: BS, amountKop: 200 }], ref);
    expect(await available(inDays(2))).toEqual([0, 0, 0]);
    await release(ref, inDays(3));
    expect(await giftsOf(open.db, owner)).toMatchObject([{ left: 200, held: 0, until: inDays(17).toISOString() }]);
    expect(await available(inDays(16))).toEqual([0, 0, 200]);
    expect(await available(inDays(17))).toEqual([0, 0, 0]);
    expect(await stored(open.db, owner, BS)).toMatchObject({ balance: 200, held: 0 });
  });

  it('that have not burnt keep their day when they are released', async () => {
    await give(open.db, owner, 300, inDays(4));
    const ref = nextRef();
    await hold([{ type: BS, amountKop: 200 }], ref);
    await release(ref, inDays(3));
    expect(await giftsOf(open.db, owner)).toMatchObject([{ left: 300, until: inDays(4).toISOString() }]);
  });

  it('get back what an order took, the one that lives longest first, for at least fourteen days', async () => {
    await give(open.db, owner, 200, inDays(2));
    await give(open.db, owner, 300, inDays(60));
    const ref = nextRef();
    await hold([{ type: BS, amountKop: 450 }], ref);
    const paid = await post(ref);
    const back = (amountKop: number, at: Date, n: number) =>
      open.db.transaction((tx) =>
        refundSpends(tx, {
          ...by, at, key: `refund:${ref.id}:${n}`, reverses: paid.txId!, ref, ownerId: owner,
          parts: [{ type: BS, amountKop }], house: 'sales',
        }),
      ); // prettier-ignore
    await back(270, inDays(5), 1);
    expect(await giftsOf(open.db, owner)).toMatchObject([
      { left: 20, until: inDays(19).toISOString() },
      { left: 300, until: inDays(60).toISOString() },
    ]);
    expect(await refusalOf(back(181, inDays(5), 2))).toContain('gives 181 back to gifts that gave 180');
    await back(180, inDays(6), 2);
    expect(await available(inDays(6))).toEqual([0, 0, 500]);
    expect((await back(180, inDays(6), 2)).isNew).toBe(false);
  });
});

describe('below the floor', () => {
  it('comes only by correction and chargeback; then holds stay, spends are refused, a credit repays first', async () => {
    await pay(open.db, owner, LS, 1000);
    const ref = nextRef();
    await hold([{ type: LS, amountKop: 800 }], ref);
    await correct(open.db, owner, LS, -500);
    expect(await available()).toEqual([0, 0, 0]);
    expect(await refusalOf(hold([{ type: LS, amountKop: 1 }]))).toBe('insufficient_funds');
    await post(ref);
    expect(await debtsOf(open.db, owner, NOW)).toEqual({ totalKop: 300, byType: { [LS]: 300 } });
    await pay(open.db, owner, LS, 400);
    expect(await available()).toEqual([100, 0, 0]);
  });

  it('of БС is a debt that the next gift or a released hold repays', async () => {
    await give(open.db, owner, 300);
    const ref = nextRef();
    await hold([{ type: BS, amountKop: 200 }], ref);
    await correct(open.db, owner, BS, -250);
    expect(await giftsOf(open.db, owner)).toMatchObject([{ left: 200, held: 200 }]);
    await release(ref);
    expect(await giftsOf(open.db, owner)).toMatchObject([{ left: 50, held: 0 }]);
    await correct(open.db, owner, BS, -80);
    expect(await stored(open.db, owner, BS)).toMatchObject({ balance: -30 });
    await give(open.db, owner, 100);
    expect(await giftsOf(open.db, owner)).toMatchObject([{ left: 0 }, { left: 70 }]);
    expect(await available()).toEqual([0, 0, 70]);
  });
});
