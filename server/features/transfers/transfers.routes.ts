import type { FastifyInstance } from 'fastify';
import { formatConsId } from '#contract/ids.ts';
import { maskName } from '#contract/transfer-rules.ts';
import {
  cancelTransfer,
  confirmTransfer as confirmTransferCall,
  createTransfer as createTransferCall,
  findRecipient,
  getTransfer,
  getTransfers,
  sendTransferCode,
  type Transfer,
} from '#contract/transfers.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { debtsOf } from '#server/features/accounts/accounts.commands.ts';
import { findPath } from '#server/features/plan/tree.queries.ts';
import { confirmTransfer } from '#server/features/transfers/confirm-transfer.ts';
import {
  askTransferCode,
  assertWaits,
  balancesOf,
  createTransfer,
  endTransfer,
  requireRecipient,
} from '#server/features/transfers/transfers.commands.ts';
import {
  findOwn,
  findShown,
  findTransfers,
  lockTransfer,
  type ShownRow,
  sumSince,
} from '#server/features/transfers/transfers.queries.ts';
import { dayBegan, leftToday, lineBelow, viewOf } from '#server/features/transfers/transfers.rules.ts';
import { TRANSFER_WORDS } from '#server/features/transfers/transfers.words.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const PER_PAGE = 20;

// Contents: 1 reading, 2 a new one, 3 one that waits (docs/product/money.md#transfers)

export function transfersRoutes(app: FastifyInstance, shop: Shop): void {
  const { db, jobs } = shop;

  // ── 1 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(app, shop, getTransfers, async ({ tx, session, query, now }) => {
    const { id } = requireUser(session);
    const rows = await findTransfers(tx, id, { before: query.before, limit: PER_PAGE });
    return {
      transfers: await Promise.all(rows.slice(0, PER_PAGE).map((row) => view(tx, row, id))),
      has_more: rows.length > PER_PAGE,
      balances: await balancesOf(tx, id, now),
      day: leftToday(await sumSince(tx, id, dayBegan(now))),
      debt: (await debtsOf(tx, id, now)).totalKop,
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, getTransfer, async ({ tx, session, body, now }) => ({
    transfer: await shownOne(tx, requireUser(session).id, body.transfer_id),
    server_time: now.toISOString(),
  }));
  mount(app, shop, findRecipient, async ({ tx, session, body, now }) => {
    const wanted = { consId: Number(body.to_cons_id) };
    const { consId, name, city, line } = await requireRecipient(tx, requireUser(session).id, wanted, now);
    return { recipient: { cons_id: formatConsId(consId), name: line > 0 ? name : maskName(name), city, line } };
  });

  // ── 2 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(app, shop, createTransferCall, async ({ tx, session, body, now }) => {
    const { id: ownerId } = requireUser(session);
    const { id, confirmation } = await createTransfer(tx, jobs, { ownerId, asked: body, now });
    return { transfer_id: id, transfer: await shownOne(tx, ownerId, id), confirmation };
  });

  // ── 3 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(app, shop, sendTransferCode, async ({ tx, session, body, now }) => {
    const { id: ownerId } = requireUser(session);
    const row = await lockOwn(tx, ownerId, body.transfer_id);
    assertWaits(row, now);
    const confirmation = await askTransferCode(tx, jobs, { row, now });
    return { transfer: await shownOne(tx, ownerId, row.id), confirmation };
  });
  // Transactions of its own: none is open while argon2 works, and a wrong try stays counted.
  mount(
    app,
    shop,
    confirmTransferCall,
    async ({ tx, session, body, request, now }) => {
      await assertOwner(tx, shop, session, request);
      const { id: ownerId } = requireUser(session);
      const row = await confirmTransfer(db, jobs, { ownerId, transferId: body.transfer_id, code: body.code, now });
      return { transfer: await shownOne(db, ownerId, row.id), balances: await balancesOf(db, ownerId, now) };
    },
    { transaction: 'own' },
  );
  mount(app, shop, cancelTransfer, async ({ tx, session, body, now }) => {
    const { id: ownerId } = requireUser(session);
    const row = await lockOwn(tx, ownerId, body.transfer_id);
    if (!row) return refuse('not_found', TRANSFER_WORDS.notFound);
    if (row.state !== 'wait_code') return refuse('transfer_closed', TRANSFER_WORDS.ended[row.state]);
    await endTransfer(tx, row, { state: 'cancelled', now });
    return { transfer: await shownOne(tx, ownerId, row.id), balances: await balancesOf(tx, ownerId, now) };
  });
}

type Locked = Parameters<typeof lockTransfer>[0];
/** Held to the end of the transaction; undefined for what is not theirs. */
const lockOwn = async (tx: Locked, ownerId: number, id: number) =>
  (await findOwn(tx, ownerId, id)) ? lockTransfer(tx, id) : undefined;

async function shownOne(db: DbOrTx, viewerId: number, id: number): Promise<Transfer> {
  const found = await findShown(db, viewerId, id);
  return found ? view(db, found, viewerId) : refuse('not_found', TRANSFER_WORDS.notFound);
}
async function view(db: DbOrTx, found: ShownRow, viewerId: number): Promise<Transfer> {
  const { kind, state, toId } = found.row;
  const isOwnPerson = kind === 'cons' && state !== 'done' && lineBelow(await findPath(db, toId), viewerId) > 0;
  return viewOf(found, viewerId, { isOwnPerson });
}
