import type { deskAddCells, deskPlaceProduct, deskRemoveCell, deskRenameCell, Place, Placed } from '#contract/desk-shelves.ts'; // prettier-ignore
import { eanIn } from '#contract/ean.ts';
import type { AuditState } from '#server/db/tables/audit.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { scannedText } from '#contract/scan.ts';
import { readCellNames, readPlaceName } from '#server/features/parcels/places.rules.ts';
import {
  countInCell,
  deleteCell,
  findCellNamed,
  findScanned,
  insertCells,
  lockCell,
  type PlacedRow,
  renameCell,
  setPlace,
} from '#server/features/warehouse/shelves.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// What is done to the shelves (docs/product/desk.md#warehouse), each with its line in the journal.

const NAME_FAULT = 'До шести букв и цифр, например А-1';
const placeWords = ({ shelf, cell }: Place): string => `полка ${shelf}, ячейка ${cell}`;
type Any = Pick<Asked<typeof deskAddCells>, 'tx' | 'session' | 'request' | 'now'> & { body: unknown };
type Line = { act: string; targetType: 'cell' | 'product' | 'box'; targetId: number; before: AuditState | null; after: AuditState | null }; // prettier-ignore
export async function journal({ tx, session, request, now, body }: Any, line: Line): Promise<void> {
  const key = request.headers['idempotency-key'];
  await insertAudit(tx, {
    actorId: requireUser(session).id,
    ...line,
    reason: '',
    asked: body as Record<string, unknown>,
    key: typeof key === 'string' ? key.toLowerCase() : null,
    at: now,
  });
}

/** Those that are there already stay as they are. @throws validation. */
export async function addsCells(
  _shop: Shop,
  asked: Asked<typeof deskAddCells>,
): Promise<{ shelf: string; added: number }> {
  const shelf = readPlaceName(asked.body.shelf);
  const names = readCellNames(asked.body.cells);
  if (shelf === null) throw invalid({ shelf: [NAME_FAULT] });
  if (names === null) throw invalid({ cells: ['Например 01–12 или 01, 05, 07; не больше 200 за раз'] });
  const made = await insertCells(asked.tx, shelf, names);
  const [first] = made;
  const cells = made.map(({ cell }) => cell);
  if (first)
    await journal(asked, { act: 'deskAddCells', targetType: 'cell', targetId: first.id, before: null, after: { Полка: shelf, Ячейки: cells } }); // prettier-ignore
  return { shelf, added: made.length };
}

/** @throws not_found, validation, duplicate, not_possible when somebody has renamed it meanwhile. */
export async function renamesCell(_shop: Shop, asked: Asked<typeof deskRenameCell>): Promise<{ shelf: string }> {
  const { tx, body } = asked;
  const row = await lockCell(tx, body.cell_id);
  if (!row) throw notFound('Такой ячейки уже нет. Обновите полку');
  if (row.shelf !== body.was.shelf || row.cell !== body.was.cell)
    refuse('not_possible', `Ячейку уже переименовали: ${placeWords(row)}. Посмотрите ещё раз`);
  const [shelf, cell] = [readPlaceName(body.shelf), readPlaceName(body.cell)];
  if (shelf === null || cell === null) throw invalid({ [shelf === null ? 'shelf' : 'cell']: [NAME_FAULT] });
  const there = await findCellNamed(tx, { shelf, cell });
  if (there === row.id) return { shelf };
  if (there !== null) {
    const why = `Такая уже есть: ${placeWords({ shelf, cell })}`;
    refuse('duplicate', why, { cell: [why] });
  }
  await renameCell(tx, row.id, { shelf, cell });
  const [before, after] = [{ Место: placeWords(row) }, { Место: placeWords({ shelf, cell }) }];
  await journal(asked, { act: 'deskRenameCell', targetType: 'cell', targetId: row.id, before, after });
  return { shelf };
}

/** @throws not_found, not_possible while something lies in it. */
export async function removesCell(_shop: Shop, asked: Asked<typeof deskRemoveCell>): Promise<void> {
  const row = await lockCell(asked.tx, asked.body.cell_id);
  if (!row) throw notFound('Такой ячейки уже нет. Обновите полку');
  const inside = await countInCell(asked.tx, row.id);
  if (inside > 0) refuse('not_possible', `В ячейке ${row.cell} лежат товары: ${inside}. Сначала переложите их`);
  await deleteCell(asked.tx, row.id);
  await journal(asked, { act: 'deskRemoveCell', targetType: 'cell', targetId: row.id, before: { Место: placeWords(row) }, after: null }); // prettier-ignore
}

/** A product lies in one cell: laid into another, it is moved. @throws not_found, scan_unknown. */
export async function placesProduct(
  _shop: Shop,
  asked: Asked<typeof deskPlaceProduct>,
): Promise<{ product: Placed; was: Place | null }> {
  const { tx, body } = asked;
  const cell = body.cell_id === null ? null : await lockCell(tx, body.cell_id);
  if (cell === undefined) throw notFound('Такой ячейки уже нет. Обновите полку');
  const code = scannedText(body.code);
  const [row, other] = await findScanned(tx, code, eansIn(code));
  if (!row) return refuse('scan_unknown', `Код ${code || body.code}: такого товара нет. Проверьте код`);
  if (other)
    return refuse('scan_unknown', `Код ${code}: так называются два товара, ${row.code} и ${other.code}. Наберите код товара`); // prettier-ignore
  await setPlace(tx, row.productId, cell?.id ?? null);
  const was = placeOf(row);
  if (row.cellId !== (cell?.id ?? null)) {
    const [before, after] = [{ Место: was && placeWords(was) }, { Место: cell && placeWords(cell) }];
    await journal(asked, { act: 'deskPlaceProduct', targetType: 'product', targetId: row.productId, before, after });
  }
  return { product: { ...toPlaced(row), place: cell && { shelf: cell.shelf, cell: cell.cell } }, was };
}
/** One number, with the noughts that a catalogue may have written before it. */
function eansIn(code: string): string[] {
  const found = eanIn(code)?.replace(/^0+/, '');
  return found === undefined ? [] : [found, ...[8, 12, 13, 14].map((length) => found.padStart(length, '0'))];
}
const placeOf = ({ shelf, cell }: PlacedRow): Place | null =>
  shelf === null || cell === null ? null : { shelf, cell };
export const toPlaced = (row: PlacedRow): Placed => ({
  product_id: row.productId,
  code: row.code,
  title: row.title,
  stock: row.stock,
  place: placeOf(row),
});
