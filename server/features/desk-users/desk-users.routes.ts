import type { FastifyInstance } from 'fastify';
import type { Call, CallReply } from '#contract/call.ts';
import {
  DESK_PEOPLE_PAGE,
  deskCancelMove,
  deskDecideWholesale,
  deskFindPoints,
  deskFindUsers,
  deskGetUser,
  deskMergeUsers,
  deskMoveSponsor,
  deskPreviewMerge,
  deskPreviewSponsor,
  deskRecoverContact,
  deskSetOperator,
  deskSetReadonly,
  deskSetRights,
} from '#contract/desk-users.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import type { Changed } from '#server/features/desk-users/hold-person.ts';
import { mergeUsers, previewMerge } from '#server/features/desk-users/merge.ts';
import { cancelMove, moveSponsor, previewSponsor } from '#server/features/desk-users/move-sponsor.ts';
import { OWN_POINT_TYPES } from '#server/features/desk-users/own-points.rules.ts';
import { findPeople } from '#server/features/desk-users/people-list.queries.ts';
import { peopleSearchOf } from '#server/features/desk-users/people-search.rules.ts';
import { decideWholesale, setOperator, setReadonly, setRights } from '#server/features/desk-users/person-acts.ts';
import { countApplications, findOwnPoints } from '#server/features/desk-users/person-rows.queries.ts';
import { contactsOf, personFieldsOf } from '#server/features/desk-users/person-view.rules.ts';
import { PERSON_NOT_FOUND, readPerson } from '#server/features/desk-users/read-person.ts';
import { recoverContact } from '#server/features/desk-users/recover-contact.ts';
import { ENDED_ORDERS } from '#server/features/personal-data/deletion.rules.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const INT4_MAX = 2_147_483_647;
const POINTS_SHOWN = 30;

/** People and rights at the desk (docs/product/rights.md, docs/decisions/315). */
export function deskUsersRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFindUsers, async ({ body: { q, show, after } }) => {
    const asked = { search: peopleSearchOf(q), show, after, limit: DESK_PEOPLE_PAGE + 1, endedOrders: ENDED_ORDERS };
    const found = await findPeople(shop.db, asked);
    const page = found.slice(0, DESK_PEOPLE_PAGE);
    return {
      users: page.map(({ person, isWaiting }) => ({ ...personFieldsOf(person, isWaiting), ...contactsOf(person) })),
      next: found.length > page.length ? (page.at(-1)?.person.id ?? null) : null,
      waiting: await countApplications(shop.db),
    };
  });
  mount(app, shop, deskGetUser, async ({ params, session, now }) => {
    if (params.id > INT4_MAX) throw notFound(PERSON_NOT_FOUND);
    const viewer = { viewerId: requireUser(session).id, now };
    return { ...(await readPerson(shop.db, params.id, viewer)), server_time: now.toISOString() };
  });
  mount(app, shop, deskFindPoints, async ({ body }) => {
    const pattern = `%${(body.q ?? '').trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    return { points: await findOwnPoints(shop.db, { types: OWN_POINT_TYPES, pattern, limit: POINTS_SHOWN }) };
  });
  mount(app, shop, deskPreviewSponsor, ({ body, now }) => previewSponsor(shop.db, body, now));
  mount(app, shop, deskPreviewMerge, ({ body, session, now }) =>
    previewMerge(shop.db, { keptId: body.user_id, goneId: body.gone_id, actorId: requireUser(session).id, now }),
  );
  mountAct(app, shop, deskSetRights, setRights);
  mountAct(app, shop, deskSetReadonly, setReadonly);
  mountAct(app, shop, deskSetOperator, setOperator);
  mountAct(app, shop, deskMoveSponsor, moveSponsor);
  mountAct(app, shop, deskCancelMove, cancelMove);
  mountAct(app, shop, deskDecideWholesale, decideWholesale);
  mountAct(app, shop, deskRecoverContact, recoverContact);
  mountAct(app, shop, deskMergeUsers, mergeUsers);
}

type AnyAct =
  | typeof deskSetRights
  | typeof deskSetReadonly
  | typeof deskSetOperator
  | typeof deskMoveSponsor
  | typeof deskCancelMove
  | typeof deskDecideWholesale
  | typeof deskRecoverContact
  | typeof deskMergeUsers;
/** What was asked for without addresses of people: the journal is never rewritten. */
const withoutContacts = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'email' && name !== 'phone'));

/** An act, its line in the journal and the person as they have become: one transaction. */
function mountAct<C extends AnyAct>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  act: (shop: Shop, asked: Asked<C>) => Promise<Changed>,
): void {
  mount(app, shop, call as Call, async (asked) => {
    // The call's own schema has judged the body.
    const mine = asked as unknown as Asked<C>;
    const { reason, user_id: targetId } = (mine as Asked<AnyAct>).body;
    const { before, after } = await act(shop, mine);
    const key = asked.request.headers['idempotency-key'];
    const actorId = requireUser(asked.session).id;
    await insertAudit(asked.tx, {
      actorId,
      act: call.name,
      targetType: 'person',
      targetId,
      reason,
      asked: withoutContacts(mine.body as Record<string, unknown>),
      before,
      after,
      key: typeof key === 'string' ? key.toLowerCase() : null,
      at: asked.now,
    });
    const answer: Omit<CallReply<AnyAct>, 'status'> = {
      ...(await readPerson(asked.tx, targetId, { viewerId: actorId, now: asked.now })),
      server_time: asked.now.toISOString(),
    };
    return answer;
  });
}
