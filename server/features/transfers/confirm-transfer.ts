import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { debtsOf } from '#server/features/accounts/accounts.commands.ts';
import { postTransfer } from '#server/features/accounts/transfer-holds.commands.ts';
import { checkCode, type CodeRow, useCode } from '#server/features/codes/codes.commands.ts';
import {
  assertWaits,
  bookTransferNews,
  endTransfer,
  moveTo,
  refOf,
  requireRecipient,
} from '#server/features/transfers/transfers.commands.ts';
import { findOwn, keepOpen, lockTransfer, type TransferRow } from '#server/features/transfers/transfers.queries.ts';
import { TRANSFER_WORDS } from '#server/features/transfers/transfers.words.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';

type Confirming = { ownerId: number; transferId: number; code: string; now: Date };
/**
 * The code is right: what was set aside goes to the other consultant's ЛС, once, however many confirm at the same moment. Whether they
 * may still get it is judged again; if not, the transfer is rejected and the money is free.
 * @throws not_found, transfer_closed, code_wrong, code_expired, code_attempts, not_in_structure, not_possible, insufficient_funds
 */
export async function confirmTransfer(
  db: Db,
  jobs: JobSender,
  { ownerId, transferId, code, now }: Confirming,
): Promise<TransferRow> {
  const waiting = await findOwn(db, ownerId, transferId);
  assertWaits(waiting, now);
  const codeRow = await checkCode(db, { purpose: 'transfer', userId: ownerId }, code, now);
  if (codeRow.id !== waiting.codeId) return refuse('code_expired', TRANSFER_WORDS.otherCode);
  const ended = await withRetry(() => db.transaction((tx) => carryOut(tx, jobs, { id: transferId, codeRow, now })));
  if (ended instanceof RefusedError) throw ended;
  return ended;
}

/** Spends the code and moves the money. A refusal is returned: that the transfer is rejected must be kept. */
export async function carryOut(
  tx: Tx,
  jobs: JobSender,
  { id, codeRow, now }: { id: number; codeRow: CodeRow; now: Date },
): Promise<TransferRow | RefusedError> {
  const row = await lockTransfer(tx, id);
  assertWaits(row, now);
  await useCode(tx, codeRow, now);
  // An account that becomes another one meanwhile would get the money after its own had gone over.
  await keepOpen(tx, row.toId);
  const refused = await findRefusal(tx, row, now);
  if (refused) {
    await endTransfer(tx, row, { state: 'rejected', now });
    return refused;
  }
  const { txId } = await postTransfer(tx, {
    key: `transfer:${id}`,
    ref: refOf(id),
    actor: `user:${row.ownerId}`,
    reason: 'Перевод другому консультанту',
    at: now,
    to: { ownerId: row.toId, type: ACCOUNT_TYPES.LS },
    amountKop: row.amountKop,
  });
  const done = await moveTo(tx, row, { state: 'done', at: now, txId });
  await bookTransferNews(tx, jobs, id);
  return done;
}

async function findRefusal(tx: Tx, row: TransferRow, now: Date): Promise<RefusedError | null> {
  if ((await debtsOf(tx, row.ownerId, now)).totalKop > 0)
    return new RefusedError('insufficient_funds', `${TRANSFER_WORDS.refused}. ${TRANSFER_WORDS.debt}`);
  return requireRecipient(tx, row.ownerId, { id: row.toId }, now).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
      return new RefusedError(error.code, `${TRANSFER_WORDS.refused}. ${error.message}`);
    },
  );
}
