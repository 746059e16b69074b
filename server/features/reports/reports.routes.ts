import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/call.ts';
import { getActivity, getBirthdays, getInactive, getNewStatuses, getPersonalStat, getRookiePeriods, getRookies, searchNewStatuses } from '#contract/reports.ts'; // prettier-ignore
import { getStructurePerson } from '#contract/structure.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { exportRoutes } from '#server/features/reports/exports.routes.ts';
import { noteView } from '#server/features/reports/note-view.ts';
import { readStructurePerson } from '#server/features/reports/read-person.ts';
import { type Reader, readList, toAsked } from '#server/features/reports/read-list.ts';
import { readPersonalStat } from '#server/features/reports/personal-stat.ts';
import { monthOf, toFilter } from '#server/features/reports/filters.rules.ts';
import { toActivityRow, toBirthdayRow, toInactiveRow, toRookieRow, toStatusRow } from '#server/features/reports/rows.rules.ts'; // prettier-ignore
import { lastPeriods } from '#server/features/reports/words.rules.ts';
import type { Volumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { requireUser } from '#server/platform/session.ts';

/** Months of the report of newcomers. */
const ROOKIE_PERIODS = 6;
/** Pages are counted from 1; whatever is none is the first. */
const pageOf = (page: number | undefined): number => Math.max(1, page ?? 1);

/** The six reports of a consultant on their own structure (docs/product/reports.md). */
export function reportsRoutes(app: FastifyInstance, shop: Shop, volumes: Volumes | undefined): void {
  const readerOf = async <C extends Call>(call: C, { tx, session, now }: Asked<C>, node?: number): Promise<Reader> => {
    const user = requireUser(session);
    await noteView(shop.db, user, { act: call.name, personId: node ?? user.id, at: now });
    return { db: tx, volumes, viewerId: user.id, now };
  };
  mount(app, shop, getInactive, async (asked) => {
    const { query } = asked;
    const reader = await readerOf(getInactive, asked, query.node);
    const list = await toAsked(reader, query, toFilter.inactive(query), 'silent');
    return readList(reader, list, pageOf(query.page), () => toInactiveRow);
  });
  mount(app, shop, getActivity, async (asked) => {
    const { query } = asked;
    const reader = await readerOf(getActivity, asked, query.node);
    const list = await toAsked(reader, query, toFilter.activity(query), 'group');
    return readList(reader, list, pageOf(query.page), () => toActivityRow);
  });
  mount(app, shop, getRookies, async (asked) => {
    const { query } = asked;
    const reader = await readerOf(getRookies, asked, query.node);
    const list = await toAsked(reader, query, toFilter.rookie(), 'joined');
    return readList(reader, list, pageOf(query.page), () => toRookieRow);
  });
  mount(app, shop, getRookiePeriods, async ({ now }) => ({ periods: lastPeriods(periodOf(now), ROOKIE_PERIODS) }));
  mount(app, shop, getBirthdays, async (asked) => {
    const { query, now } = asked;
    const reader = await readerOf(getBirthdays, asked, query.node);
    const list = await toAsked(
      reader,
      query,
      toFilter.birthdays({ ...query, month: query.month ?? monthOf(now) }),
      'birth',
    );
    return readList(reader, list, pageOf(query.page), () => toBirthdayRow);
  });
  mount(app, shop, getNewStatuses, async (asked) => {
    const reader = await readerOf(getNewStatuses, asked);
    const list = await toAsked(reader, {}, toFilter.newStatuses(), 'status');
    return readList(reader, list, pageOf(asked.query.page), ({ closedAt }) => toStatusRow(closedAt));
  });
  mount(app, shop, searchNewStatuses, async (asked) => {
    const reader = await readerOf(searchNewStatuses, asked);
    const list = await toAsked(reader, asked.query, toFilter.newStatuses(), 'status');
    return readList(reader, list, pageOf(asked.query.page), ({ closedAt }) => toStatusRow(closedAt));
  });
  mount(app, shop, getPersonalStat, async (asked) => readPersonalStat(await readerOf(getPersonalStat, asked), requireUser(asked.session).name)); // prettier-ignore
  mount(app, shop, getStructurePerson, async (asked) => {
    const { id } = asked.params;
    return readStructurePerson(await readerOf(getStructurePerson, asked, id), id);
  });
  exportRoutes(app, shop, volumes);
}
