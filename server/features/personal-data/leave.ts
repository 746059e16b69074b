import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { Deletion } from '#contract/personal-data.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import {
  countOpenOrders,
  countPeopleBelow,
  endOtherSessions,
  holdLeaving,
  type Leaving,
  setDeleteAt,
} from '#server/features/personal-data/deletion.queries.ts';
import {
  BECOMES,
  ENDED_ORDERS,
  isUnsettled,
  refusalOf,
  RETURN_MS,
} from '#server/features/personal-data/deletion.rules.ts';
import { tellCancelled, tellLeaving, tellShop } from '#server/features/personal-data/deletion.jobs.ts';
import { contactOf, maskContact } from '#server/platform/contact.rules.ts';
import { authRequired, forbidden } from '#server/platform/refuse.ts';

// readDeletion · askDeletion · cancelDeletion: the end of an account (docs/product/law.md#deletion).

export const addressOf = ({ email, phone }: Pick<Leaving, 'email' | 'phone'>): string | null =>
  email?.toLowerCase() ?? phone;

/** What will happen, before anything does. */
export async function readDeletion(db: DbOrTx, person: Leaving, now: Date): Promise<Omit<Deletion, 'status'>> {
  const { balances, openOrders } = await unsettledOf(db, person.id, now);
  const address = addressOf(person);
  return {
    server_time: now.toISOString(),
    delete_at: person.deleteAt?.toISOString() ?? null,
    would_at: new Date(now.getTime() + RETURN_MS).toISOString(),
    code_to: address === null ? null : maskContact(contactOf(address)),
    has_password: person.passwordHash !== null,
    balances: ACCOUNT_LIST.filter((type) => balances[type] !== 0).map((type) => ({
      account_type: type,
      name: ACCOUNT_NAMES[type],
      amount: balances[type],
      becomes: balances[type] < 0 ? 'долг, погасите его' : BECOMES[type],
    })),
    people_below: person.consId === null ? 0 : await countPeopleBelow(db, person.id),
    open_orders: openOrders,
    waits_for_shop: isUnsettled(balances, openOrders),
    refused: refusalOf(person),
  };
}

export async function unsettledOf(
  db: DbOrTx,
  userId: number,
  now: Date,
): Promise<{ balances: Record<AccountType, number>; openOrders: number }> {
  const accounts = await availableOf(db, userId, now);
  return {
    balances: { 0: accounts[0].balanceKop, 1: accounts[1].balanceKop, 2: accounts[2].balanceKop },
    openOrders: await countOpenOrders(db, userId, ENDED_ORDERS),
  };
}

/**
 * The first request sets the day, ends every other session and tells the account's address; a second one finds it set.
 * `spend` uses up the code that it was confirmed with.
 * @throws forbidden for accounts of the shop itself
 */
export async function askDeletion(
  tx: Tx,
  jobs: JobSender,
  { userId, idHash, now, spend }: { userId: number; idHash: string | null; now: Date; spend: () => Promise<void> },
): Promise<Leaving> {
  const person = await holdLeaving(tx, userId);
  if (!person) throw authRequired();
  if (person.deleteAt) return person;
  const refused = refusalOf(person);
  if (refused !== null) throw forbidden(refused);
  await spend();
  const deleteAt = new Date(now.getTime() + RETURN_MS);
  await setDeleteAt(tx, userId, deleteAt);
  await endOtherSessions(tx, userId, idHash);
  await jobs.send(tx, tellLeaving, { userId, deleteAt: deleteAt.toISOString() });
  const { balances, openOrders } = await unsettledOf(tx, userId, now);
  if (isUnsettled(balances, openOrders)) await jobs.send(tx, tellShop, { userId, deleteAt: deleteAt.toISOString() });
  return { ...person, deleteAt };
}

/** The person has come back. */
export async function cancelDeletion(tx: Tx, jobs: JobSender, userId: number, now: Date): Promise<Leaving> {
  const person = await holdLeaving(tx, userId);
  if (!person) throw authRequired();
  if (!person.deleteAt) return person;
  await setDeleteAt(tx, userId, null);
  await jobs.send(tx, tellCancelled, { userId, at: now.toISOString() });
  return { ...person, deleteAt: null };
}
