import * as z from 'zod/mini';
import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import { SELLER } from '#contract/content.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { countOpenOrders, findDueAccounts, holdLeaving } from '#server/features/personal-data/deletion.queries.ts';
import { ENDED_ORDERS, isUnsettled, NO_NAME } from '#server/features/personal-data/deletion.rules.ts';
import { erasePerson } from '#server/features/personal-data/erase.queries.ts';
import { type Address, findAddress } from '#server/features/personal-data/export.queries.ts';
import {
  deletionAsked,
  deletionCancelled,
  deletionDone,
  settleFirst,
} from '#server/features/personal-data/letters.rules.ts';
import { tellAccount } from '#server/features/personal-data/tell-account.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';

const Leaving = z.object({ userId: z.int(), deleteAt: z.string() });

/** The account's address hears of the day, so that nobody else ends it in silence. */
export const tellLeaving = defineJob({
  name: 'personal-data.tell-leaving',
  data: Leaving,
  async handle(work, { userId, deleteAt }) {
    const to = await findAddress(work.db, userId);
    const day = new Date(deleteAt);
    const name = `leaving-${userId}-${day.getTime()}`;
    if (to) await tellAccount(work, to, { ...deletionAsked(work.env.publicUrl, day), name });
  },
});
export const tellCancelled = defineJob({
  name: 'personal-data.tell-cancelled',
  data: z.object({ userId: z.int(), at: z.string() }),
  async handle(work, { userId, at }) {
    const to = await findAddress(work.db, userId);
    const name = `staying-${userId}-${new Date(at).getTime()}`;
    if (to) await tellAccount(work, to, { ...deletionCancelled(work.env.publicUrl), name });
  },
});
/** Money or orders stand in the way: the shop settles them within ten days (docs/product/law.md#deletion). */
export const tellShop = defineJob({
  name: 'personal-data.tell-shop',
  data: Leaving,
  async handle(work, { userId, deleteAt }) {
    const accounts = await availableOf(work.db, userId, work.now());
    const about = {
      userId,
      deleteAt: new Date(deleteAt),
      balances: ACCOUNT_LIST.map((type) => `${ACCOUNT_NAMES[type]} ${RUB.format(accounts[type].balanceKop / 100)}`).join(', '), // prettier-ignore
      openOrders: await countOpenOrders(work.db, userId, ENDED_ORDERS),
    };
    const letter = settleFirst(work.env.publicUrl, about);
    await tellAccount(work, { email: SELLER.email, phone: null }, { ...letter, name: `settle-${userId}-${about.deleteAt.getTime()}` }); // prettier-ignore
  },
});
const RUB = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });

const AT_ONCE = 50;
/** Every hour: accounts whose thirty days are over. One that is not settled stays and is looked at again. */
export const eraseDue = defineJob({
  name: 'personal-data.erase-due',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '33 * * * *', data: {} },
  async handle(work) {
    for (const userId of await findDueAccounts(work.db, work.now(), AT_ONCE)) {
      if (work.signal.aborted) return;
      const gone = await eraseAccount(work, userId);
      // Their address is in no table any more: a letter that fails is not tried again.
      if (gone) await tellAccount(work, gone, { ...deletionDone(work.env.publicUrl), name: `gone-${userId}` }).catch(() => undefined); // prettier-ignore
    }
  },
});

/** Their address, when they are gone; null when they stay. Everything is asked again under the lock: they may have come back. */
async function eraseAccount({ db, now }: Pick<JobWork, 'db' | 'now'>, userId: number): Promise<Address | null> {
  return db.transaction(async (tx) => {
    const person = await holdLeaving(tx, userId);
    if (!person?.deleteAt || person.deleteAt > now() || person.deletedAt) return null;
    const accounts = await availableOf(tx, userId, now());
    const balances = { 0: accounts[0].balanceKop, 1: accounts[1].balanceKop, 2: accounts[2].balanceKop };
    if (isUnsettled(balances, await countOpenOrders(tx, userId, ENDED_ORDERS))) return null;
    await erasePerson(tx, userId, { now: now(), noName: NO_NAME });
    return { email: person.email, phone: person.phone };
  });
}
