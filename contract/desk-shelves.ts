import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { deskCommon, OrderId } from '#contract/desk-orders.ts';
import { okWord } from '#contract/reply.ts';

// The warehouse (docs/product/desk.md#warehouse). Contents: 1 shelves and cells, 2 what is taken from them, 3 boxes. Weights in grams.

const Place = z.object({ shelf: z.string(), cell: z.string() });
export type Place = z.infer<typeof Place>;
/** As typed; what a name may be is judged by the shop (`readPlaceName`). */
const Name = z.string().check(z.trim(), z.maxLength(40));

// ── 1 Shelves and cells ─────────────────────────────────────────────────────────────────────────
const Placed = z.object({
  product_id: z.int(),
  code: z.string(),
  title: z.string(),
  stock: z.int(),
  /** Null: nobody has said where it lies. */
  place: z.nullable(Place),
});
export type Placed = z.infer<typeof Placed>;
const Cell = z.object({ id: z.int(), cell: z.string(), products: z.array(Placed) });
export type ShelfCell = z.infer<typeof Cell>;
export const SHELVES_MOST = 100;
export const deskFetchShelves = defineCall({
  ...deskCommon,
  name: 'deskFetchShelves',
  summary: 'Хозяйство: полки склада, ячейки одной полки и товары в них',
  method: 'POST',
  path: '/api/desk/shelves',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    shelf: z.optional(Name),
    /** Words of a title, a code, an article or the number of a pack: where it lies. */
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    ...okWord,
    shelves: z.array(z.object({ shelf: z.string(), cells: z.int(), products: z.int() })),
    /** Of the shelf that was asked for. */
    cells: z.array(Cell),
    /** What was searched for, a hundred at most; null: nothing was. */
    found: z.nullable(z.array(Placed)),
    /** Products on sale that have no place: how many, and the first hundred. */
    loose: z.object({ count: z.int(), products: z.array(Placed) }),
  }),
});

const act = { ...deskCommon, method: 'POST', keyed: true, limit: { caller: 6000 } } as const;
export const deskAddCells = defineCall({
  ...act,
  name: 'deskAddCells',
  summary: 'Хозяйство: новые ячейки полки: «01–12» или «01, 05»',
  path: '/api/desk/shelves/add',
  body: z.object({ shelf: Name, cells: z.string().check(z.trim(), z.maxLength(200)) }),
  /** How many were not there before. */
  reply: z.object({ ...okWord, shelf: z.string(), added: z.int() }),
});
export const deskRenameCell = defineCall({
  ...act,
  name: 'deskRenameCell',
  summary: 'Хозяйство: ячейка называется иначе; что в ней лежит, остаётся в ней',
  path: '/api/desk/shelves/rename',
  body: z.object({ cell_id: OrderId, was: Place, shelf: Name, cell: Name }),
  reply: z.object({ ...okWord, shelf: z.string() }),
});
export const deskRemoveCell = defineCall({
  ...act,
  name: 'deskRemoveCell',
  summary: 'Хозяйство: пустой ячейки больше нет',
  path: '/api/desk/shelves/remove',
  body: z.object({ cell_id: OrderId }),
  reply: z.object({ ...okWord }),
});
export const deskPlaceProduct = defineCall({
  ...act,
  name: 'deskPlaceProduct',
  summary: 'Хозяйство: где лежит товар; по коду, артикулу или штрихкоду',
  path: '/api/desk/shelves/place',
  body: z.object({
    /** As scanned or typed. */
    code: z.string().check(z.trim(), z.minLength(1, 'Отсканируйте или наберите код товара'), z.maxLength(300)),
    /** Null: nowhere any more. */
    cell_id: z.nullable(OrderId),
  }),
  /** `was`: where it lay before. */
  reply: z.object({ ...okWord, product: Placed, was: z.nullable(Place) }),
});

// ── 2 What is taken from them ───────────────────────────────────────────────────────────────────
export const PICK_MOST = 50;
const Pick = z.object({
  /** Null: nobody has said where it lies. */
  place: z.nullable(Place),
  code: z.string(),
  title: z.string(),
  /** That are not in their parcels yet, of all orders together. */
  pieces: z.int(),
  parcels: z.array(z.object({ code: z.string(), pieces: z.int() })),
});
export type Pick = z.infer<typeof Pick>;
export const deskPickingList = defineCall({
  ...deskCommon,
  name: 'deskPickingList',
  summary: 'Хозяйство: лист сборки нескольких заказов: один проход по полкам',
  method: 'POST',
  path: '/api/desk/parcels/picking-list',
  changes: false,
  body: z.object({ exp_ids: z.array(OrderId).check(z.minLength(1), z.maxLength(PICK_MOST, 'Не больше 50 заказов')) }),
  reply: z.object({
    ...okWord,
    /** In the order of the walk. */
    picks: z.array(Pick),
    parcels: z.array(z.string()),
    /** Orders of which nothing is left to take. */
    without: z.array(z.int()),
    server_time: z.string(),
  }),
});

// ── 3 Boxes ─────────────────────────────────────────────────────────────────────────────────────
/** What the label of a box says: `B1001`. */
export const boxCode = (id: number): string => `B${id}`;
export const BOXES_MOST = 100;
const Box = z.object({
  id: z.int(),
  code: z.string(),
  /** The point: its way of delivery and its address. */
  to: z.string(),
  sent_at: z.string(),
  closed_at: z.nullable(z.string()),
  accepted_at: z.nullable(z.string()),
  weight: z.int(),
  parcels: z.array(z.object({ code: z.string(), exp_id: z.int(), name: z.string(), pieces: z.int() })),
});
export type DeskBox = z.infer<typeof Box>;
export const deskFetchBoxes = defineCall({
  ...deskCommon,
  name: 'deskFetchBoxes',
  summary: 'Хозяйство: коробки, которые едут в пункты',
  method: 'POST',
  path: '/api/desk/boxes',
  changes: false,
  body: z.object({}),
  /** Those on their way, then the last ones that were accepted. */
  reply: z.object({ ...okWord, boxes: z.array(Box), server_time: z.string() }),
});
export const deskCloseBox = defineCall({
  ...act,
  name: 'deskCloseBox',
  summary: 'Хозяйство: коробка полна, следующая посылка едет в новой',
  path: '/api/desk/boxes/close',
  body: z.object({ box_id: OrderId }),
  reply: z.object({ ...okWord }),
});

export const SHELF_CALLS = [
  deskAddCells,
  deskCloseBox,
  deskFetchBoxes,
  deskFetchShelves,
  deskPickingList,
  deskPlaceProduct,
  deskRemoveCell,
  deskRenameCell,
] as const;
