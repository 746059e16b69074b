import type { FastifyInstance } from 'fastify';
import { getBonusHistory, HISTORY_PAGE } from '#contract/bonus-history.ts';
import { findMoved, findMovedMonths } from '#server/features/accounts/history/history.queries.ts';
import { historyAsked, toHistoryRow } from '#server/features/accounts/history/history.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { requireUser } from '#server/platform/session.ts';

/** The history of a person's accounts (docs/product/money.md#history). */
export function historyRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getBonusHistory, async ({ query: { after, ...filter }, tx, session, now }) => {
    const asked = historyAsked(requireUser(session).id, filter);
    const found = await findMoved(tx, { ...asked, after, limit: HISTORY_PAGE + 1 });
    const months = await findMovedMonths(tx, asked);
    const page = found.slice(0, HISTORY_PAGE);
    return {
      items: page.map(toHistoryRow),
      months: months.map(({ month, incomeKop, outgoKop, count }) => ({
        month,
        income: incomeKop,
        outgo: outgoKop,
        count,
      })),
      total: months.reduce((sum, { count }) => sum + count, 0),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
      server_time: now.toISOString(),
    };
  });
}
