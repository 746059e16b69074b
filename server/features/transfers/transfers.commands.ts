import { ACCOUNT_LIST } from '#contract/account-rules.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { SentCode } from '#contract/registration.ts';
import { ACCOUNT_TYPES, HOUSE_CONS_ID } from '#contract/tables.ts';
import { mayBecome, type TransferState } from '#contract/transfer-rules.ts';
import type { NewTransfer } from '#contract/transfers.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { availableOf, postLedger, releaseHolds } from '#server/features/accounts/accounts.commands.ts';
import { holdTransfer } from '#server/features/accounts/transfer-holds.commands.ts';
import { findAccounts } from '#server/features/accounts/accounts.queries.ts';
import { debtsIn } from '#server/features/accounts/available.rules.ts';
import { bookCode } from '#server/features/codes/codes.commands.ts';
import { CODE_RULES } from '#server/features/codes/codes.rules.ts';
import { findPath } from '#server/features/plan/tree.queries.ts';
import { tellTransfer } from '#server/features/transfers/transfers.jobs.ts';
import {
  findCodeTarget,
  findParty,
  insertTransfer,
  type Party,
  sumSince,
  type TransferRow,
  writeCode,
  writeState,
} from '#server/features/transfers/transfers.queries.ts';
import { dayBegan, leftToday, lineBelow } from '#server/features/transfers/transfers.rules.ts';
import { TRANSFER_WORDS } from '#server/features/transfers/transfers.words.ts';
import { refuse } from '#server/platform/refuse.ts';

// requireRecipient · createTransfer · askTransferCode · endTransfer: docs/product/money.md#transfers

const { LS, KS } = ACCOUNT_TYPES;
export const refOf = (id: number) => ({ type: 'transfer', id }) as const;

/** Who may get money of this person: people of their structure, and their sponsor. @throws not_in_structure, not_possible, validation */
export async function requireRecipient(
  db: DbOrTx,
  ownerId: number,
  which: { consId: number } | { id: number },
  now: Date,
): Promise<Party & { consId: number; line: number }> {
  const found = await findParty(db, which);
  if (found?.id === ownerId) return refuse('validation', TRANSFER_WORDS.self, { to_cons_id: [TRANSFER_WORDS.self] });
  const owner = await findParty(db, { id: ownerId });
  // An unknown number and a stranger's are told the same: nobody finds out whose numbers exist.
  if (!found || found.consId === null || found.consId === HOUSE_CONS_ID || !owner) return outside();
  const line = lineBelow(await findPath(db, found.id), ownerId);
  if (line === 0 && owner.sponsorId !== found.id) return outside();
  const isClosed = (await findAccounts(db, found.id, now)).some((one) => one.type === LS && one.isClosed);
  if (!found.active || isClosed)
    return refuse('not_possible', TRANSFER_WORDS.closed, { to_cons_id: [TRANSFER_WORDS.closed] });
  return { ...found, consId: found.consId, line };
}
const outside = (): never =>
  refuse('not_in_structure', TRANSFER_WORDS.outside, { to_cons_id: [TRANSFER_WORDS.outside] });

type Creating = { ownerId: number; asked: Required<NewTransfer>; now: Date };
/**
 * КС → own ЛС at once; to another consultant the money is set aside and a code is asked for. Answers its number.
 * @throws insufficient_funds, limit_exceeded, not_in_structure, not_possible, validation, too_many
 */
export async function createTransfer(
  tx: Tx,
  jobs: JobSender,
  { ownerId, asked, now }: Creating,
): Promise<{ id: number; confirmation: SentCode | null }> {
  const to =
    asked.kind === 'own' ? null : await requireRecipient(tx, ownerId, { consId: Number(asked.to_cons_id) }, now);
  const row = await insertTransfer(tx, {
    kind: asked.kind,
    ownerId,
    fromType: asked.from,
    toId: to?.id ?? ownerId,
    amountKop: asked.amount,
    comment: asked.comment,
    state: 'draft',
    createdAt: now,
    events: [{ at: now.toISOString(), state: 'draft' }],
  });
  if (to !== null) return { id: row.id, confirmation: await holdForOther(tx, jobs, { row, now }) };
  await doOwn(tx, row, now);
  return { id: row.id, confirmation: null };
}

async function doOwn(tx: Tx, row: TransferRow, now: Date): Promise<void> {
  const { ownerId, amountKop } = row;
  assertNoDebt(debtsIn(await availableOf(tx, ownerId, now)).totalKop);
  const { txId } = await postLedger(tx, {
    key: `transfer:${row.id}`,
    kind: 'transfer',
    ref: refOf(row.id),
    actor: `user:${ownerId}`,
    reason: 'Перевод с КС на свой ЛС',
    at: now,
    entries: [
      { account: { ownerId, type: KS }, amountKop: -amountKop },
      { account: { ownerId, type: LS }, amountKop },
    ],
  });
  await moveTo(tx, row, { state: 'done', at: now, txId });
}

async function holdForOther(tx: Tx, jobs: JobSender, { row, now }: { row: TransferRow; now: Date }): Promise<SentCode> {
  const { id, ownerId, amountKop } = row;
  // Set aside first: it holds the account, so whoever comes at the same moment counts this one too.
  const expiresAt = new Date(now.getTime() + CODE_RULES.validMs);
  const has = await holdTransfer(tx, { ownerId, amountKop, ref: refOf(id), expiresAt, at: now });
  assertNoDebt(debtsIn(has).totalKop);
  // This one is a draft yet, and not in the sum.
  const left = leftToday(await sumSince(tx, ownerId, dayBegan(now)));
  if (left.count < 1) refuse('limit_exceeded', TRANSFER_WORDS.dayCount);
  const words = TRANSFER_WORDS.dayAmount(left.amount);
  if (left.amount < amountKop) refuse('limit_exceeded', words, { amount: [words] });
  return askTransferCode(tx, jobs, { row: await moveTo(tx, row, { state: 'wait_code', at: now }), now });
}
function assertNoDebt(debtKop: number): void {
  if (debtKop > 0) refuse('insufficient_funds', TRANSFER_WORDS.debt);
}

/** Sends another code, which is from now on the only one that counts. The row is held. @throws too_many, not_possible */
export async function askTransferCode(
  tx: Tx,
  jobs: JobSender,
  { row, now }: { row: TransferRow; now: Date },
): Promise<SentCode> {
  const target = await findCodeTarget(tx, row.ownerId);
  if (target === null) return refuse('not_possible', TRANSFER_WORDS.noAddress);
  const { codeId, confirmation } = await bookCode(tx, jobs, { purpose: 'transfer', target, userId: row.ownerId, now });
  await writeCode(tx, row.id, { codeId, expiresAt: new Date(confirmation.expires_at) });
  return confirmation;
}

/** Its money is free again. The row is held, and waits for its code. */
export async function endTransfer(
  tx: Tx,
  row: TransferRow,
  { state, now }: { state: Extract<TransferState, 'cancelled' | 'expired' | 'rejected'>; now: Date },
): Promise<TransferRow> {
  await releaseHolds(tx, { ref: refOf(row.id), state: state === 'expired' ? 'expired' : 'released', at: now });
  return moveTo(tx, row, { state, at: now });
}

/** Writes the next state of a row that is held. @throws for a step that the table of states does not have: a bug of the caller. */
export function moveTo(tx: Tx, row: TransferRow, change: Parameters<typeof writeState>[2]): Promise<TransferRow> {
  if (!mayBecome(row.state, change.state))
    throw new Error(`transfer ${row.id}: ${row.state} never becomes ${change.state}`);
  return writeState(tx, row.id, change);
}

/** @throws what is said of a transfer that waits no more. */
export function assertWaits(row: TransferRow | undefined, now: Date): asserts row is TransferRow {
  if (!row) return refuse('not_found', TRANSFER_WORDS.notFound);
  if (row.state !== 'wait_code') return refuse('transfer_closed', TRANSFER_WORDS.ended[row.state]);
  if (row.expiresAt !== null && row.expiresAt <= now) return refuse('code_expired', MESSAGES.codeExpired);
}

/** Once the transfer is done: both hear of it. */
export const bookTransferNews = (tx: Tx, jobs: JobSender, id: number): Promise<void> =>
  jobs.send(tx, tellTransfer, { transferId: id });

/** Sums of all three accounts as answers carry them. */
export async function balancesOf(db: DbOrTx | Db, ownerId: number, at: Date) {
  const has = await availableOf(db, ownerId, at);
  return ACCOUNT_LIST.map((type) => ({
    account_type: type,
    amount: has[type].balanceKop,
    available: has[type].availableKop,
  }));
}
