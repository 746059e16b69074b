import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { TRANSFER_LIMITS } from '#contract/transfer-rules.ts';
import { daysBefore } from '#server/demo/chance.ts';
import { findTreeClients } from '#server/demo/orders/demo-orders.queries.ts';
import { placeDemoOrder } from '#server/demo/orders/place-demo-order.ts';
import { PAID_AND_CANCELLED } from '#server/demo/orders/plan.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import { findFirstLine, findUserIds } from '#server/demo/seed.queries.ts';
import { SILENT } from '#server/demo/silent.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { findLastMove } from '#server/demo/network/network.queries.ts';
import { CONS_LS_KOP } from '#server/demo/seed-accounts.ts';
import { availableOf, postLedger } from '#server/features/accounts/accounts.commands.ts';
import { findNewest } from '#server/features/codes/codes.queries.ts';
import { CODE_RULES } from '#server/features/codes/codes.rules.ts';
import { carryOut } from '#server/features/transfers/confirm-transfer.ts';
import { createTransfer, endTransfer } from '#server/features/transfers/transfers.commands.ts';
import { lockTransfer, writeCode } from '#server/features/transfers/transfers.queries.ts';

const SENT_KOP = 100_000;
/** Longer than the ten minutes of a live one, so that whoever tries the shop meets one that waits. */
const SHOWN_MS = 86_400_000;

/** Transfers of Мария Соколова: done, expired, waiting for its code; and an order that was paid, then cancelled (docs/product/demo.md). */
export async function seedTransfers(_db: Db, asked: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    await cancelPaidOrder(tx, asked);
    await placeTransfers(tx, asked);
    return 'переводы — 3';
  };
}
export async function placeTransfers(tx: Tx, { env, now }: SeedAsked): Promise<void> {
  const ownerId = (await findUserIds(tx, ['cons@rostok.test'])).get('cons@rostok.test');
  if (ownerId === undefined) throw new Error('no demo account «cons»');
  const [first, second] = await findFirstLine(tx, ownerId);
  if (first === undefined || second === undefined) throw new Error('nobody stands below «cons»');
  const of: Of = { tx, ownerId };
  const last = await findLastMove(tx, ownerId, ACCOUNT_TYPES.LS);
  const { handed, over } = whenOf(now, last);
  // Codes are asked for in the order of their days, as limits count them.
  if (over < handed) await expired(of, { consId: second, at: over });
  await handOn(of, { first, second }, { now, at: handed });
  if (over > handed) await expired(of, { consId: second, at: over });
  await waiting(of, { consId: first, at: env.seedNow === null ? new Date() : now });
}

/**
 * Six days ago, or behind what has just come onto ЛС, but before the one that waits; the one whose time was over three days ago, or the day
 * before that.
 */
export function whenOf(now: Date, last: Date | null): { handed: Date; over: Date } {
  const behind = Math.max(daysBefore(now, 6).getTime(), (last?.getTime() ?? 0) + HOUR_MS);
  const handed = new Date(Math.min(now.getTime() - HOUR_MS, behind));
  const three = daysBefore(now, 3);
  return { handed, over: handed.getTime() < three.getTime() - HOUR_MS ? three : daysBefore(handed, 1) };
}
const HOUR_MS = 3_600_000;
type Of = { tx: Tx; ownerId: number };
type To = { consId: number; at: Date };
/**
 * What the first one takes was there, and ЛС stands where the balances of the demo say: bonuses that came onto it above that are handed on,
 * in the first one and, when they are more, in another.
 */
async function handOn(
  of: Of,
  { first, second }: { first: number; second: number },
  { now, at }: { now: Date; at: Date },
): Promise<void> {
  const { tx, ownerId } = of;
  const { balanceKop } = (await availableOf(tx, ownerId, now))[ACCOUNT_TYPES.LS];
  const tooMuch = Math.max(0, balanceKop - CONS_LS_KOP);
  const rest = tooMuch - SENT_KOP;
  if (rest < 0) await bringForTransfer(of, at, -rest);
  const isSmall = rest > 0 && rest < TRANSFER_LIMITS.minKop;
  await done(of, { consId: first, at }, SENT_KOP + (isSmall ? rest : 0), 'На первый заказ месяца');
  if (rest > 0 && !isSmall) await done(of, { consId: second, at: later(at, 600_000) }, rest, 'На витрину');
}
const bringForTransfer = ({ tx, ownerId }: Of, at: Date, amountKop: number) =>
  postLedger(tx, {
    key: 'demo:cons:for-transfer',
    kind: 'opening',
    ref: { type: 'person', id: ownerId },
    actor: 'seed',
    reason: 'Входящий остаток',
    at,
    entries: [
      { account: { house: 'opening' }, amountKop: -amountKop },
      { account: { ownerId, type: ACCOUNT_TYPES.LS }, amountKop },
    ],
  });

async function create({ tx, ownerId }: Of, { consId, at }: To, amount: number, comment: string) {
  const asked = { kind: 'cons', from: 0, to_cons_id: String(consId).padStart(8, '0'), amount, comment } as const;
  const { id } = await createTransfer(tx, SILENT, { ownerId, asked, now: at });
  return id;
}
async function held(tx: Tx, id: number) {
  const row = await lockTransfer(tx, id);
  if (!row) throw new Error(`the demo transfer ${id} is gone`);
  return row;
}
const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

async function done(of: Of, to: To, amount: number, comment: string): Promise<void> {
  const id = await create(of, to, amount, comment);
  const codeRow = await findNewest(of.tx, { purpose: 'transfer', userId: of.ownerId });
  if (!codeRow) throw new Error(`the demo transfer ${id} has no code`);
  const ended = await carryOut(of.tx, SILENT, { id, codeRow, now: later(to.at, 60_000) });
  if (ended instanceof Error) throw ended;
}
async function expired(of: Of, to: To): Promise<void> {
  const id = await create(of, to, 50_000, '');
  const at = later(to.at, CODE_RULES.validMs);
  await endTransfer(of.tx, await held(of.tx, id), { state: 'expired', now: at });
}
/** Its first code is over after ten minutes like every other; another one may be asked for while the transfer waits. */
async function waiting(of: Of, to: To): Promise<void> {
  const id = await create(of, to, 15_000, 'За каталоги');
  const expiresAt = later(to.at, SHOWN_MS);
  const { codeId } = await held(of.tx, id);
  if (codeId === null) throw new Error(`the demo transfer ${id} has no code`);
  await writeCode(of.tx, id, { codeId, expiresAt });
  // Data of a fixed day are older than that: a job would end it in the first minute of the shop.
  if (expiresAt <= new Date()) await endTransfer(of.tx, await held(of.tx, id), { state: 'expired', now: expiresAt });
}

/** Its money has gone back to ЛС. */
async function cancelPaidOrder(tx: Tx, { env, now }: SeedAsked): Promise<void> {
  const order = PAID_AND_CANCELLED;
  const user = (await findTreeClients(tx, order.who)).at(-1);
  if (!user) throw new Error(`no demo person for an order of «${order.who}»`);
  await placeDemoOrder(tx, { env, user, order, at: daysBefore(now, order.daysAgo), code: '' });
}
