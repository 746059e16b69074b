import { ACCOUNT_LIST } from '#contract/account-rules.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { findAccounts } from '#server/features/accounts/accounts.queries.ts';
import { availableFrom } from '#server/features/accounts/available.rules.ts';
import { lockAccounts } from '#server/features/accounts/ledger.queries.ts';
import type { Movement } from '#server/features/accounts/ledger.rules.ts';
import { burn, move } from '#server/features/accounts/move.ts';

export type TransferAll = Pick<Movement, 'key' | 'ref' | 'actor' | 'reason' | 'at'> & { fromId: number; toId: number };
/**
 * Everything that one person has free goes to another one, account by account; each gift keeps the day on which it burns. For two
 * accounts of one person: БС goes to nobody else. What is set aside for orders stays. @throws when there is a debt: a bug of the caller.
 */
export async function transferAll(tx: Tx, { fromId, toId, key, ref, actor, reason, at }: TransferAll): Promise<void> {
  const both = [fromId, toId].flatMap((ownerId) => ACCOUNT_LIST.map((type) => ({ ownerId, type })));
  await lockAccounts(tx, both);
  await burn(tx, fromId, at);
  const has = availableFrom(await findAccounts(tx, fromId, at));
  for (const type of [ACCOUNT_TYPES.LS, ACCOUNT_TYPES.KS] as const) {
    const { balanceKop, heldKop } = has[type];
    if (balanceKop < 0) throw new Error(`${key}: person ${fromId} owes`);
    if (balanceKop > heldKop) await send(type, balanceKop - heldKop, `${key}:${type}`);
  }
  for (const [index, { amountKop, expiresAt }] of has[ACCOUNT_TYPES.BS].grants.entries())
    await send(ACCOUNT_TYPES.BS, amountKop, `${key}:${ACCOUNT_TYPES.BS}:${index}`, expiresAt);

  async function send(
    type: (typeof ACCOUNT_LIST)[number],
    amountKop: number,
    name: string,
    giftUntil?: Date,
  ): Promise<void> {
    const entries = [
      { account: { ownerId: fromId, type }, amountKop: -amountKop },
      { account: { ownerId: toId, type }, amountKop },
    ];
    await move(tx, { ref, actor, reason, at, key: name, kind: 'transfer', entries }, giftUntil ? { giftUntil } : {});
  }
}
