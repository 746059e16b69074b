import type { Tx } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import type { LedgerEntry } from '#server/features/accounts/ledger.rules.ts';

type Goodwill = {
  key: string;
  orderId: number;
  /** Below zero: what was given comes back to the house, because it was a part of the price after all. */
  amountKop: number;
  /** The buyer's ЛС, or the gateway by which the money goes out. */
  account: LedgerEntry['account'];
  actor: string;
  reason: string;
  at: Date;
};
/** Money for nothing that went back, between the house account of corrections and whoever is given it (docs/product/desk.md#goodwill). */
export async function postGoodwill(tx: Tx, { orderId, amountKop, account, ...movement }: Goodwill): Promise<void> {
  await postLedger(tx, {
    ...movement,
    kind: 'correction',
    ref: { type: 'order', id: orderId },
    entries: [
      { account: { house: 'corrections' }, amountKop: -amountKop },
      { account, amountKop },
    ],
  });
}
