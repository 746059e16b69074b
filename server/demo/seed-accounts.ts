import { CREDIT_LIMIT_KOP } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { daysBefore } from '#server/demo/chance.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import { findLastMove } from '#server/demo/network/network.queries.ts';
import { KEPT_KOP } from '#server/demo/network/pay-from-ks.ts';
import { SILENT } from '#server/demo/silent.ts';
import { findUserIds } from '#server/demo/seed.queries.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { createTransfer } from '#server/features/transfers/transfers.commands.ts';
import { availableOf, grantBonus, postLedger, setCredit } from '#server/features/accounts/accounts.commands.ts';

const { LS, KS } = ACCOUNT_TYPES;
/** Where ЛС of 01000157 stands in the end. */
export const CONS_LS_KOP = 125_000;
type DemoMoney = {
  key: string;
  /** Where ЛС and КС stand in the end, kopecks. */
  stand: Partial<Record<typeof LS | typeof KS, number>>;
  /** On БС, with the day on which they burn: 1 is tomorrow. */
  gifts?: readonly { amountKop: number; inDays: number }[];
  /** Has `account.debit`. */
  hasCredit?: boolean;
};
/** docs/product/demo.md#balances. */
const DEMO_MONEY: readonly DemoMoney[] = [
  {
    key: 'cons',
    stand: { [LS]: CONS_LS_KOP, [KS]: KEPT_KOP },
    gifts: [{ amountKop: 20_000, inDays: 1 }, { amountKop: 50_000, inDays: 83 }],
  },
  { key: 'director', stand: { [LS]: -35_000 }, hasCredit: true },
]; // prettier-ignore

/**
 * Balances of the demo people by the commands that live money takes. What they have earned and spent in other steps stays in
 * their history: this one adds what is missing to where they are to stand. Every movement has a key, so a second run adds nothing.
 */
export async function seedAccounts(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    const people = await findUserIds(
      tx,
      DEMO_MONEY.map(({ key }) => `${key}@rostok.test`),
    );
    for (const { key, stand, gifts = [], hasCredit = false } of DEMO_MONEY) {
      const ownerId = people.get(`${key}@rostok.test`);
      if (ownerId === undefined) throw new Error(`no demo account «${key}»`);
      if (hasCredit) await setCredit(tx, ownerId, CREDIT_LIMIT_KOP);
      // КС first: what it has too much goes onto ЛС.
      for (const [type, standKop] of Object.entries(stand).toReversed())
        await bring(tx, { key, ownerId, now }, Number(type) as AccountType, standKop);
      for (const { amountKop, inDays } of gifts) await give(tx, { key, ownerId, now }, amountKop, inDays);
    }
    return `счета — ${DEMO_MONEY.length}`;
  };
}

type Of = { key: string; ownerId: number; now: Date };
const about = ({ ownerId, now }: Of) => ({
  ref: { type: 'person', id: ownerId } as const,
  actor: 'seed',
  reason: 'Входящий остаток',
  at: daysBefore(now, 7),
});

async function bring(tx: Tx, of: Of, type: AccountType, standKop: number): Promise<void> {
  const { balanceKop } = (await availableOf(tx, of.ownerId, of.now))[type];
  const amountKop = standKop - balanceKop;
  if (amountKop === 0) return;
  if (amountKop < 0 && type === KS) return moveToLs(tx, of, -amountKop);
  // More than that is handed on by the step of the transfers.
  if (amountKop < 0 && type === LS && standKop > 0) return;
  await postLedger(tx, {
    ...about(of),
    key: `demo:${of.key}:${type}`,
    kind: 'opening',
    entries: [
      { account: { house: 'opening' }, amountKop: -amountKop },
      { account: { ownerId: of.ownerId, type }, amountKop },
    ],
  });
}

/** Bonuses that no order of the months has taken: as anybody would, behind the last of them. */
async function moveToLs(tx: Tx, { ownerId, now }: Of, amount: number): Promise<void> {
  const last = (await findLastMove(tx, ownerId, KS))?.getTime() ?? 0;
  const at = new Date(Math.min(now.getTime(), Math.max(daysBefore(now, 7).getTime() - 3_600_000, last + 3_600_000)));
  const asked = { kind: 'own', from: KS, to_cons_id: '', amount, comment: '' } as const;
  await createTransfer(tx, SILENT, { ownerId, asked, now: at });
}

async function give(tx: Tx, of: Of, amountKop: number, inDays: number): Promise<void> {
  // The last second of that day in Moscow: `now` is a midnight there.
  const expiresAt = new Date(of.now.getTime() + (inDays + 1) * 86_400_000 - 1000);
  const key = `demo:${of.key}:gift:${inDays}`;
  await grantBonus(tx, { ...about(of), key, kind: 'opening', ownerId: of.ownerId, amountKop, expiresAt });
}
