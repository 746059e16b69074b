import type { FastifyInstance } from 'fastify';
import {
  boxCode,
  BOXES_MOST,
  type DeskBox,
  deskAddCells,
  deskCloseBox,
  deskFetchBoxes,
  deskFetchShelves,
  deskPickingList,
  deskPlaceProduct,
  deskRemoveCell,
  deskRenameCell,
  SHELVES_MOST,
} from '#contract/desk-shelves.ts';
import { parcelCode } from '#contract/parcels.ts';
import { byName } from '#server/features/parcels/places.rules.ts';
import { type BoxRow, closeBox, findBoxes, lockBox } from '#server/features/warehouse/boxes.queries.ts';
import { findPicks } from '#server/features/warehouse/picking.queries.ts';
import { picksOf } from '#server/features/warehouse/picking.rules.ts';
import { addsCells, journal, placesProduct, removesCell, renamesCell, toPlaced } from '#server/features/warehouse/shelf-acts.ts'; // prettier-ignore
import { countLoose, findByWords, findCells, findLoose, findOnShelf, findShelves } from '#server/features/warehouse/shelves.queries.ts'; // prettier-ignore
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';

/** Shelves, the walk along them, and boxes (docs/product/desk.md#warehouse). */
export function warehouseRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFetchShelves, async ({ body }) => {
    const { db } = shop;
    const words = (body.q ?? '').trim();
    const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    const shelf = body.shelf ?? '';
    const cells = shelf === '' ? [] : await findCells(db, shelf);
    const inside = Map.groupBy(shelf === '' ? [] : await findOnShelf(db, shelf), ({ cellId }) => cellId);
    return {
      shelves: (await findShelves(db)).toSorted((one, other) => byName(one.shelf, other.shelf)),
      cells: cells
        .toSorted((one, other) => byName(one.cell, other.cell))
        .map(({ id, cell }) => ({ id, cell, products: (inside.get(id) ?? []).map(toPlaced) })),
      found: words === '' ? null : (await findByWords(db, pattern, SHELVES_MOST)).map(toPlaced),
      loose: { count: await countLoose(db), products: (await findLoose(db, SHELVES_MOST)).map(toPlaced) },
    };
  });
  mount(app, shop, deskAddCells, (asked) => addsCells(shop, asked));
  mount(app, shop, deskRenameCell, (asked) => renamesCell(shop, asked));
  mount(app, shop, deskRemoveCell, async (asked) => {
    await removesCell(shop, asked);
    return {};
  });
  mount(app, shop, deskPlaceProduct, (asked) => placesProduct(shop, asked));
  mount(app, shop, deskPickingList, async ({ body, now }) => {
    const rows = await findPicks(shop.db, body.exp_ids);
    const parcels = [...new Set(rows.map(({ orderId, number }) => parcelCode(orderId, number)))];
    const without = body.exp_ids.filter((id) => !rows.some(({ orderId }) => orderId === id));
    return { picks: picksOf(rows), parcels: parcels.toSorted(byName), without, server_time: now.toISOString() };
  });
  mount(app, shop, deskFetchBoxes, async ({ now }) => {
    const rows = Map.groupBy(await findBoxes(shop.db, BOXES_MOST), ({ id }) => id);
    return { boxes: [...rows.values()].flatMap(toBox), server_time: now.toISOString() };
  });
  mount(app, shop, deskCloseBox, async (asked) => {
    const { tx, body, now } = asked;
    const box = await lockBox(tx, body.box_id);
    if (!box) throw notFound('Такой коробки нет. Обновите список');
    if (box.acceptedAt) refuse('not_possible', `Коробку ${boxCode(box.id)} уже приняли в пункте`);
    // Closed by somebody else a moment ago: it is what was asked for.
    if (box.closedAt) return {};
    await closeBox(tx, box.id, now);
    await journal(asked, { act: 'deskCloseBox', targetType: 'box', targetId: box.id, before: null, after: null });
    return {};
  });
}

function toBox(rows: readonly BoxRow[]): DeskBox[] {
  const [first] = rows;
  if (!first) return [];
  const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return [
    {
      id: first.id,
      code: boxCode(first.id),
      to: `${first.delivery}, ${first.to}`,
      sent_at: new Date(first.sentAt).toISOString(),
      closed_at: moment(first.closedAt),
      accepted_at: moment(first.acceptedAt),
      weight: rows.reduce((sum, { weight }) => sum + weight, 0),
      parcels: rows.map(({ orderId, number, name, pieces }) => ({
        code: parcelCode(orderId, number),
        exp_id: orderId,
        name,
        pieces,
      })),
    },
  ];
}
