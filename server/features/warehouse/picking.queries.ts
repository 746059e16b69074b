import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

export type PickRow = {
  orderId: number;
  number: number;
  productId: number;
  code: string;
  title: string;
  pieces: number;
  shelf: string | null;
  cell: string | null;
};
/** What is still to be taken for the open parcels of these orders. */
export async function findPicks(db: DbOrTx, orderIds: readonly number[]): Promise<PickRow[]> {
  const ids = sql.join(
    orderIds.map((id) => sql`${id}::int`),
    sql`, `,
  );
  const { rows } = await db.execute<PickRow>(sql`
    select p.order_id as "orderId", p.number, l.product_id as "productId", l.code, l.title, (pl.pieces - pl.packed) as pieces, c.shelf, c.cell
    from parcels p
    join parcel_lines pl on pl.parcel_id = p.id and pl.pieces > pl.packed
    join order_lines l on l.id = pl.line_id
    left join product_places pp on pp.product_id = l.product_id
    left join cells c on c.id = pp.cell_id
    where p.order_id in (${ids}) and p.state = 'packing'
    order by l.code, p.order_id, p.number, l.position`);
  return rows;
}
