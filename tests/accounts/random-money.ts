import type { AccountType } from '#contract/amount-to-pay.ts';
import type { OpenDb } from '#server/db/open.ts';
import type { Tx } from '#server/db/open.ts';
import {
  availableOf,
  grantBonus,
  holdFunds,
  postHolds,
  postLedger,
  refundSpends,
  releaseHolds,
} from '#server/features/accounts/accounts.commands.ts';
import type { LedgerEntry, LedgerRef } from '#server/features/accounts/ledger.rules.ts';
import { lockAccounts } from '#server/features/accounts/ledger.queries.ts';
import { burn } from '#server/features/accounts/move.ts';
import { BS, KS, LS, NOW } from '#tests/accounts/ledger-people.ts';
import { mulberry32 } from '#tests/support/generate-catalogue.ts';

// Money at random: what several processes of a shop do to a few people at once. Contents: 1 the world, 2 what may be done,
// 3 doing it

// ── 1 The world ─────────────────────────────────────────────────────────────────────────────────
type Part = { type: AccountType; amountKop: number };
type Order = { ref: LedgerRef; ownerId: number; parts: Part[]; cardKop: number };
type Paid = Order & { txId: number };
export type World = {
  open: OpenDb;
  owners: readonly number[];
  /** Hours since the beginning: rises with every step. */
  hour: number;
  n: number;
  held: Order[];
  paid: Paid[];
  /** Movements of money onto ЛС and КС that may be taken back. */
  got: { txId: number; ownerId: number; type: AccountType; amountKop: number }[];
  /** What was acknowledged, by `owner/type`: ЛС and КС must stand at exactly this. */
  told: Map<string, number>;
  /** How each step ended. */
  ends: Record<string, number>;
};
export const newWorld = (open: OpenDb, owners: readonly number[]): World => ({
  open, owners, hour: 0, n: 0, held: [], paid: [], got: [], told: new Map(), ends: {},
}); // prettier-ignore

const tell = (world: World, ownerId: number, type: AccountType, kop: number) => {
  const name = `${ownerId}/${type}`;
  world.told.set(name, (world.told.get(name) ?? 0) + kop);
};
export const timeOf = (hour: number): Date => new Date(NOW.getTime() + hour * 3_600_000);

// ── 2 What may be done ──────────────────────────────────────────────────────────────────────────
type Chance = { int: (from: number, to: number) => number; pick: <T>(list: readonly T[]) => T };
type Step = (world: World, chance: Chance) => Promise<void>;
const inTx = <T>({ open }: World, work: (tx: Tx) => Promise<T>): Promise<T> => open.db.transaction(work);
const by = (world: World) => ({ actor: 'test', reason: 'Проверка', at: timeOf(world.hour) });
const next = (world: World) => (world.n += 1);
const MONEY = [LS, KS] as const;

const deposit: Step = async (world, chance) => {
  const [ownerId, type, amountKop] = [chance.pick(world.owners), chance.pick(MONEY), chance.int(1, 9000)];
  const n = next(world);
  const entries: LedgerEntry[] = [
    { account: { house: 'robokassa' }, amountKop: -amountKop },
    { account: { ownerId, type }, amountKop },
  ];
  const asked = { ...by(world), key: `d${n}`, kind: 'deposit', ref: { type: 'payment', id: n }, entries } as const;
  const { txId } = await inTx(world, (tx) => postLedger(tx, asked));
  tell(world, ownerId, type, amountKop);
  world.got.push({ txId, ownerId, type, amountKop });
};
const gift: Step = async (world, chance) => {
  const [ownerId, amountKop, hours, n] = [
    chance.pick(world.owners),
    chance.int(1, 5000),
    chance.int(1, 400),
    next(world),
  ];
  const expiresAt = timeOf(world.hour + hours);
  const asked = { ...by(world), key: `g${n}`, kind: 'promo_bonus', ref: { type: 'promo', id: n } } as const;
  await inTx(world, (tx) => grantBonus(tx, { ...asked, ownerId, amountKop, expiresAt }));
};
const hold: Step = async (world, chance) => {
  const ownerId = chance.pick(world.owners);
  const at = timeOf(world.hour);
  const ref: LedgerRef = { type: 'order', id: next(world) };
  const available = await availableOf(world.open.db, ownerId, at);
  // Now and then more than there is: then it must be refused.
  const parts = [LS, KS, BS]
    .map((type) => ({ type, amountKop: Math.min(chance.int(0, available[type].availableKop + 2), 4000) }))
    .filter(({ amountKop }) => amountKop > 0);
  const expiresAt = timeOf(1_000_000);
  await inTx(world, (tx) => holdFunds(tx, { key: `h${ref.id}`, ownerId, parts, ref, expiresAt, at }));
  if (parts.length > 0) world.held.push({ ref, ownerId, parts, cardKop: 0 });
};
const post: Step = async (world, chance) => {
  const order = takeOne(world.held, chance);
  if (!order) return;
  const cardKop = chance.int(0, 3000);
  const also: LedgerEntry[] = cardKop > 0 ? [{ account: { house: 'yookassa' }, amountKop: -cardKop }] : [];
  const asked = { ...by(world), ref: order.ref, key: `p${order.ref.id}`, house: 'sales', also } as const;
  const { txId } = await inTx(world, (tx) => postHolds(tx, asked));
  if (txId === null) throw new Error(`order ${order.ref.id} had no holds`);
  for (const { type, amountKop } of order.parts) tell(world, order.ownerId, type, -amountKop);
  world.paid.push({ ...order, cardKop, txId });
};
const release: Step = async (world, chance) => {
  const order = takeOne(world.held, chance);
  if (!order) return;
  const state = chance.pick(['released', 'expired'] as const);
  const ended = await inTx(world, (tx) => releaseHolds(tx, { ref: order.ref, state, at: timeOf(world.hour) }));
  if (ended !== order.parts.length) throw new Error(`order ${order.ref.id}: ${ended} holds ended`);
};
/** Paid at the moment when its time is over: one of the two has it. */
const race: Step = async (world, chance) => {
  const order = takeOne(world.held, chance);
  if (!order) return;
  const { ref, parts, ownerId } = order;
  const [posted, ended] = await Promise.all([
    inTx(world, (tx) => postHolds(tx, { ...by(world), ref, key: `p${ref.id}`, house: 'sales' })),
    inTx(world, (tx) => releaseHolds(tx, { ref, state: 'expired', at: timeOf(world.hour) })),
  ]);
  if ((posted.txId === null) !== (ended === parts.length)) throw new Error(`order ${ref.id} was paid and expired`);
  if (posted.txId === null) return;
  for (const { type, amountKop } of parts) tell(world, ownerId, type, -amountKop);
  world.paid.push({ ...order, txId: posted.txId });
};
const refund: Step = async (world, chance) => {
  if (world.paid.length === 0) return;
  const { ref, ownerId, txId, parts } = chance.pick(world.paid);
  const back = parts
    .map(({ type, amountKop }) => ({ type, amountKop: chance.int(0, amountKop) }))
    .filter(({ amountKop }) => amountKop > 0);
  if (back.length === 0) return;
  const asked = {
    ...by(world),
    key: `r${next(world)}`,
    reverses: txId,
    ref,
    ownerId,
    parts: back,
    house: 'sales',
  } as const;
  await inTx(world, (tx) => refundSpends(tx, asked));
  for (const { type, amountKop } of back) tell(world, ownerId, type, amountKop);
};
const transfer: Step = async (world, chance) => {
  const [from, to, amountKop, n] = [
    chance.pick(world.owners),
    chance.pick(world.owners),
    chance.int(1, 3000),
    next(world),
  ];
  const [fromType, toType] = [chance.pick(MONEY), LS];
  if (from === to && fromType === toType) return;
  const entries: LedgerEntry[] = [
    { account: { ownerId: from, type: fromType }, amountKop: -amountKop },
    { account: { ownerId: to, type: toType }, amountKop },
  ];
  const asked = { ...by(world), key: `t${n}`, kind: 'transfer', ref: { type: 'transfer', id: n }, entries } as const;
  await inTx(world, (tx) => postLedger(tx, asked));
  tell(world, from, fromType, -amountKop);
  tell(world, to, toType, amountKop);
};
const correct: Step = async (world, chance) => {
  const [ownerId, type, amountKop, n] = [
    chance.pick(world.owners),
    chance.pick([LS, KS, BS]),
    chance.int(1, 2500),
    next(world),
  ];
  const entries: LedgerEntry[] = [
    { account: { ownerId, type }, amountKop: -amountKop },
    { account: { house: 'corrections' }, amountKop },
  ];
  const asked = { ...by(world), key: `c${n}`, kind: 'correction', ref: { type: 'desk', id: n }, entries } as const;
  const { txId } = await inTx(world, (tx) => postLedger(tx, asked));
  tell(world, ownerId, type, -amountKop);
  if (type !== BS) world.got.push({ txId, ownerId, type, amountKop: -amountKop });
};
/** A deposit that the bank takes back, a correction that was wrong: in part, as often as chance wants. */
const reverse: Step = async (world, chance) => {
  if (world.got.length === 0) return;
  const { txId, ownerId, type, amountKop } = chance.pick(world.got);
  const part = Math.sign(amountKop) * chance.int(1, Math.abs(amountKop));
  const n = next(world);
  const entries: LedgerEntry[] = [
    { account: { ownerId, type }, amountKop: -part },
    { account: { house: amountKop > 0 ? 'robokassa' : 'corrections' }, amountKop: part },
  ];
  const asked = {
    ...by(world),
    key: `v${n}`,
    kind: 'chargeback',
    ref: { type: 'desk', id: n },
    reverses: txId,
    entries,
  } as const;
  await inTx(world, (tx) => postLedger(tx, asked));
  tell(world, ownerId, type, -part);
};
export const expire = async (world: World, ownerId: number): Promise<void> => {
  await inTx(world, async (tx) => {
    await lockAccounts(
      tx,
      [LS, KS, BS].map((type) => ({ ownerId, type })),
    );
    await burn(tx, ownerId, timeOf(world.hour));
  });
};
const expireOne: Step = (world, chance) => expire(world, chance.pick(world.owners));
/** The same key twice at once: a repeated webhook, a doubled job. */
const twice: Step = async (world, chance) => {
  const [ownerId, amountKop, n] = [chance.pick(world.owners), chance.int(1, 900), next(world)];
  const entries: LedgerEntry[] = [
    { account: { house: 'qr' }, amountKop: -amountKop },
    { account: { ownerId, type: LS }, amountKop },
  ];
  const asked = { ...by(world), key: `w${n}`, kind: 'deposit', ref: { type: 'payment', id: n }, entries } as const;
  const ends = await Promise.all([1, 2, 3].map(() => inTx(world, (tx) => postLedger(tx, asked))));
  if (ends.filter(({ isNew }) => isNew).length !== 1) throw new Error('one key was written more or less than once');
  tell(world, ownerId, LS, amountKop);
};

const STEPS: readonly Step[] = [
  deposit, deposit, gift, gift, hold, hold, hold, hold, post, post, release, race, refund, transfer, correct, reverse, expireOne, twice,
]; // prettier-ignore

function takeOne<T>(list: T[], { int }: Chance): T | undefined {
  return list.splice(int(0, Math.max(0, list.length - 1)), 1)[0];
}

// ── 3 Doing it ──────────────────────────────────────────────────────────────────────────────────
/** What may come of a step: it is done, or the rules refuse it. Anything else, a deadlock among it, is a fault. */
const ALLOWED = /^insufficient_funds$|exceed it$|back to gifts that gave/;

export async function run(world: World, { seed, workers, steps }: { seed: number; workers: number; steps: number }) {
  const work = async (worker: number) => {
    const random = mulberry32(seed * 1000 + worker);
    const int: Chance['int'] = (from, to) => from + Math.floor(random() * (to - from + 1));
    const chance: Chance = { int, pick: (list) => list[int(0, list.length - 1)]! };
    for (let at = 0; at < steps; at += 1) {
      world.hour += int(0, 3);
      const step = chance.pick(STEPS);
      const end = await step(world, chance).then(
        () => 'done',
        (error: { code?: string; message: string; cause?: { message?: string } }) =>
          error.code === 'insufficient_funds' ? error.code : (error.cause?.message ?? error.message),
      );
      const name = end === 'done' ? 'done' : (ALLOWED.exec(end)?.[0] ?? end);
      world.ends[name] = (world.ends[name] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}
export const faultsOf = ({ ends }: World): string[] =>
  Object.keys(ends).filter((end) => end !== 'done' && !ALLOWED.test(end));
