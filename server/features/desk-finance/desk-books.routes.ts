import type { FastifyInstance } from 'fastify';
import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import {
  deskAskCorrection,
  deskDecideCorrection,
  type DeskCorrection,
  deskFetchCorrections,
  deskFetchLiabilities,
  deskFindHolder,
  deskReconcile,
  type Liability,
  RECONCILED_LINES,
} from '#contract/desk-books.ts';
import { formatConsId } from '#contract/ids.ts';
import { paymentName } from '#contract/payment-methods.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { HOUSE } from '#server/features/accounts/house.rules.ts';
import { askCorrection, decideCorrection } from '#server/features/desk-finance/corrections.commands.ts';
import {
  findCorrections,
  findHolderBy,
  type ShownCorrection,
} from '#server/features/desk-finance/corrections.queries.ts';
import { findCarried, findLiabilities, type LiabilityRow } from '#server/features/desk-finance/liabilities.queries.ts';
import { monthWithin } from '#server/features/desk-finance/months.rules.ts';
import { findDifferences, findTotals, type ReconciledTotal } from '#server/features/desk-finance/reconcile.queries.ts';
import { registersRoutes } from '#server/features/desk-finance/registers.routes.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

/** The books at the desk (docs/product/money.md#books). */
export function deskBooksRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop;
  mount(app, shop, deskFetchLiabilities, async ({ body: { period }, now }) => {
    const end = period === null ? null : monthWithin(period).till;
    // A month that is not over yet ends now.
    const till = end === null || end > now ? null : end;
    const [rows, { carriedKop, balanceKop }] = [
      await findLiabilities(db, till),
      await findCarried(db, HOUSE.carry, till),
    ];
    return { liabilities: liabilitiesOf(rows, carriedKop), balance: balanceKop, server_time: now.toISOString() };
  });
  mount(app, shop, deskReconcile, async ({ now }) =>
    db.transaction(
      async (tx) => {
        const [totals, lines] = [await findTotals(tx), await findDifferences(tx, RECONCILED_LINES)];
        return {
          totals: totals.map(sumsOf),
          lines: lines.map((line) => ({ ...sumsOf(line), order_id: line.orderId, payment_id: line.paymentId })),
          line_count: lines[0]?.count ?? 0,
          server_time: now.toISOString(),
        };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
  mount(app, shop, deskFindHolder, async ({ body: { who }, now }) => {
    const found = await findHolderBy(db, who);
    if (!found) throw notFound('Под этим номером никого нет');
    const accounts = await availableOf(db, found.id, now);
    return {
      holder: {
        user_id: found.id,
        name: found.name,
        cons_id: found.consId === null ? null : formatConsId(found.consId),
        balances: ACCOUNT_LIST.map((type) => ({
          account_type: type,
          amount: accounts[type].balanceKop,
          available: accounts[type].availableKop,
        })),
      },
    };
  });
  mount(app, shop, deskFetchCorrections, async ({ tx, session, now }) => ({
    corrections: await readCorrections(tx, requireUser(session).id),
    server_time: now.toISOString(),
  }));
  mount(app, shop, deskAskCorrection, async (asked) => {
    await askCorrection(asked);
    return {
      corrections: await readCorrections(asked.tx, requireUser(asked.session).id),
      server_time: asked.now.toISOString(),
    };
  });
  mount(app, shop, deskDecideCorrection, async (asked) => {
    await decideCorrection(asked);
    return {
      corrections: await readCorrections(asked.tx, requireUser(asked.session).id),
      server_time: asked.now.toISOString(),
    };
  });
  registersRoutes(app, shop);
}

function liabilitiesOf(rows: readonly LiabilityRow[], carriedKop: number): Liability[] {
  const accounts = ACCOUNT_LIST.map((type) => {
    const row = rows.find((one) => one.type === type);
    return {
      account_type: type,
      name: ACCOUNT_NAMES[type],
      people: row?.people ?? 0,
      owed: row?.owedKop ?? 0,
      debts: row?.debtsKop ?? 0,
      held: row?.heldKop ?? 0,
    };
  });
  const carry = {
    account_type: null,
    name: 'Переносы бонусов до 50 ₽',
    people: 0,
    owed: carriedKop,
    debts: 0,
    held: 0,
  };
  return [...accounts, carry];
}
const sumsOf = (row: ReconciledTotal) => ({
  code: row.code,
  name: paymentName(row.code),
  taken: row.takenKop,
  given_back: row.givenBackKop,
  booked: row.bookedKop,
  returning: row.returningKop,
  in_review: row.reviewKop,
  unexplained: row.unexplainedKop,
});
const readCorrections = async (db: DbOrTx, readerId: number): Promise<DeskCorrection[]> =>
  (await findCorrections(db)).map((row) => toCorrection(row, readerId));
const toCorrection = (row: ShownCorrection, readerId: number): DeskCorrection => ({
  id: row.id,
  user_id: row.ownerId,
  name: row.name,
  account_type: row.accountType,
  amount: row.amountKop,
  reason: row.reason,
  state: row.state,
  asked_by: row.asker,
  asked_at: new Date(row.askedAt).toISOString(),
  decided_by: row.decider,
  decided_at: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
  decision: row.decision,
  can_decide: row.state === 'waiting' && row.askedBy !== readerId && row.ownerId !== readerId,
});
