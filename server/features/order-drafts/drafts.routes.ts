import type { FastifyInstance } from 'fastify';
import {
  deskDropDraft,
  deskFetchDrafts,
  deskFindBuyer,
  deskFindGoods,
  deskGetDraft,
  deskOpenDraft,
  deskPlaceDraft,
  deskSaveDraft,
  DraftFields,
} from '#contract/desk-drafts.ts';
import type { DbOrTx } from '#server/db/open.ts';
import type { DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import {
  deleteDraft,
  findBuyer,
  findBuyerNamed,
  findDraft,
  findDrafts,
  findGoods,
  insertDraft,
  lockDraft,
  writeDraft,
} from '#server/features/order-drafts/drafts.queries.ts';
import { buyerNameOf, mayHaveOrder, NOT_FOR_THEM, toBuyer, toDraftRow, toGoods } from '#server/features/order-drafts/drafts.rules.ts'; // prettier-ignore
import { DRAFT_CHANGED, DRAFT_GONE, placeDraft } from '#server/features/order-drafts/place-draft.ts';
import { readDraft } from '#server/features/order-drafts/read-draft.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf, requireUser } from '#server/platform/session.ts';

const SHOWN = 200;
const GOODS_SHOWN = 12;

/** Orders by telephone, and for a client (docs/product/desk.md#an-order-by-telephone). */
export function draftsRoutes(app: FastifyInstance, shop: Shop, settings: DeliverySettings): void {
  const partsAt = (now: Date) => ({ settings, payments: shop.gates.payments, now });
  const answer = async (db: DbOrTx, id: number, now: Date) => {
    const found = await findDraft(db, id);
    if (!found) throw notFound(DRAFT_GONE);
    return { draft: await readDraft(db, found, partsAt(now)), server_time: now.toISOString() };
  };

  mount(app, shop, deskFetchDrafts, async ({ now }) => ({
    drafts: (await findDrafts(shop.db, SHOWN)).map(toDraftRow),
    server_time: now.toISOString(),
  }));
  mount(app, shop, deskGetDraft, ({ body, now }) => answer(shop.db, body.draft_id, now));
  mount(app, shop, deskOpenDraft, async ({ tx, session, now }) => {
    const id = await insertDraft(tx, requireUser(session).id, DraftFields.parse({}), now);
    return answer(tx, id, now);
  });
  mount(app, shop, deskSaveDraft, async ({ tx, body, now }) => {
    const draft = await lockDraft(tx, body.draft_id);
    if (!draft) throw notFound(DRAFT_GONE);
    if (draft.version !== body.version) return refuse('draft_changed', DRAFT_CHANGED);
    const { buyer_id: buyerId } = body.fields;
    const buyer = buyerId === null ? null : await findBuyer(tx, buyerId);
    if (buyer === undefined) throw invalid({ buyer_id: [NOT_FOR_THEM] });
    await writeDraft(tx, draft.id, body.fields, now);
    return answer(tx, draft.id, now);
  });
  mount(app, shop, deskDropDraft, async ({ tx, body }) => {
    await deleteDraft(tx, body.draft_id);
    return {};
  });
  mount(app, shop, deskPlaceDraft, (asked) => placeDraft(shop, partsAt(asked.now), asked));

  mount(app, shop, deskFindGoods, async ({ body }) => {
    const found = await findDraft(shop.db, body.draft_id);
    if (!found) throw notFound(DRAFT_GONE);
    const { buyerId } = found.draft;
    const priceType = priceTypeOf((buyerId === null ? undefined : await findBuyer(shop.db, buyerId)) ?? null);
    return { goods: (await findGoods(shop.db, body.q, GOODS_SHOWN)).map((one) => toGoods(one, priceType)) };
  });
  mount(app, shop, deskFindBuyer, async ({ body }) => {
    const name = buyerNameOf(body.q);
    if (name === null)
      throw invalid({ q: ['Целый телефон, e-mail или номер консультанта: по части никого не показываем'] });
    const found = await findBuyerNamed(shop.db, name);
    if (found && !mayHaveOrder(found)) throw invalid({ q: [NOT_FOR_THEM] });
    return { buyer: found ? toBuyer(found, priceTypeOf(found)) : null };
  });
}
