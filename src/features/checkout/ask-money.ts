import type { Getter, Setter } from 'jotai';
import {
  type AccountType,
  type FundsByType,
  noFunds,
  noSpends,
  SPEND_ORDER,
  type Spends,
} from '#contract/amount-to-pay.ts';
import { getAccounts } from '#contract/accounts.ts';
import { spendAccount } from '#contract/checkout.ts';
import { getPaymentMethods } from '#contract/payments.ts';
import { draftAtom, fundsAtom, methodsAtom, sumsAtom, wishAtom } from '#src/features/checkout/checkout.atoms.ts';
import { pullCartAtom, storedCartAtom } from '#src/features/cart/cart.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { newUuid } from '#src/device/uuid.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

const METHODS = 'payment:methods';

/** What can be paid by; without the shop as it last said so on this phone. */
export async function askMethods(get: Getter, set: Setter): Promise<void> {
  const store = await get(storesAtom)
    .person(get(sessionAtom).uid)
    .catch(() => null);
  try {
    const { methods, requisites } = await get(apiAtom).send(getPaymentMethods, {}, await owner(get));
    set(methodsAtom, { methods, requisites });
    await store?.set(METHODS, { methods, requisites }).catch(() => {});
  } catch {
    const kept = getPaymentMethods.reply.safeParse({
      status: 'success',
      ...(await store?.get<object>(METHODS).catch(() => ({}))),
    });
    if (kept.success && get(methodsAtom) === null) set(methodsAtom, kept.data);
  }
}

/** Accounts of whoever is logged in; the cart remembers what they wished to spend. */
export async function askFunds(get: Getter, set: Setter): Promise<void> {
  if (get(sessionAtom).user.isGuest) return;
  set(wishAtom, wishOf(get(storedCartAtom)?.data.spend));
  try {
    const { accounts } = await get(apiAtom).send(getAccounts, {}, await owner(get));
    const funds = noFunds();
    for (const { account_type: type, amount, available } of accounts)
      if (isAccount(type)) funds[type] = { balance: amount, available };
    set(fundsAtom, funds);
  } catch {
    // Without the shop's word nothing is promised from the accounts.
  }
}

type Wish = { type: AccountType; category: 'order' | 'delivery'; amount: number };
/** Keeps the wish in the shop. Null when it is kept; else what to say under the field. */
export async function spend(get: Getter, set: Setter, wish: Wish | 'nothing'): Promise<string | null> {
  const wishes = wish === 'nothing' ? everything(get) : [wish];
  try {
    for (const one of wishes) {
      // In turn: each answer counts on the one before.
      // oxlint-disable-next-line no-await-in-loop
      const reply = await get(apiAtom).send(
        spendAccount,
        {
          body: {
            account_type: one.type,
            category: one.category,
            amount: one.amount,
            delivery_cost: get(sumsAtom).delivery ?? 0,
            debitUse: get(draftAtom)?.debitUse ?? false,
          },
        },
        { headers: { 'Idempotency-Key': newUuid(), 'X-Client-User': await get(ownerAtom) } },
      );
      set(wishAtom, wishOf(reply.spend));
      const funds: FundsByType = noFunds();
      for (const account of reply.accounts)
        funds[account.account_type] = { balance: account.balance, available: account.available };
      set(fundsAtom, funds);
    }
    await set(pullCartAtom);
    return null;
  } catch (error) {
    return failureText(failureOf(error));
  }
}
function everything(get: Getter): Wish[] {
  const wish = get(wishAtom) ?? noSpends();
  return SPEND_ORDER.flatMap((type) =>
    (['order', 'delivery'] as const).flatMap((category) =>
      wish[type][category] > 0 ? [{ type, category, amount: 0 }] : [],
    ),
  );
}

const isAccount = (type: number): type is AccountType => SPEND_ORDER.some((one) => one === type);
const owner = async (get: Getter) => ({ headers: { 'X-Client-User': await get(ownerAtom) } });
function wishOf(wire: Readonly<Record<string, { order: number; delivery: number }>> | undefined): Spends {
  const wish = noSpends();
  for (const type of SPEND_ORDER) wish[type] = wire?.[type] ?? wish[type];
  return wish;
}
