import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';

/** A shelf for each category, four products in a cell. How many have a place now. */
export async function placeProducts(tx: Tx): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with numbered as (
      select id, dense_rank() over (order by category_id) as shelf,
        (row_number() over (partition by category_id order by code) - 1) / 4 + 1 as cell
      from products where is_demo),
    placed as (select id, chr(65 + ((shelf - 1) / 8)::int) || '-' || ((shelf - 1) % 8 + 1) as shelf, lpad(cell::text, 2, '0') as cell from numbered),
    made as (
      insert into cells (site, shelf, cell) select distinct 'warehouse', shelf, cell from placed order by shelf, cell
      on conflict (site, shelf, cell) do update set shelf = excluded.shelf returning id, shelf, cell)
    insert into product_places (product_id, cell_id)
    select placed.id, made.id from placed join made using (shelf, cell) on conflict do nothing`);
  return rowCount ?? 0;
}

/** One parcel with all of the order, for demo orders that are packed, on their way or waiting at a point. How many there are. */
export async function insertParcelsOnTheirWay(tx: Tx): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with made as (
      insert into parcels (order_id, number, state, state_at, track)
      select o.id, 1, case o.status when 3 then 'packing' when 4 then 'sent' else 'at_point' end, o.status_at,
        upper(regexp_replace(o.track, '[^A-Za-z0-9]', '', 'g'))
      from orders o where o.is_demo and o.status in (3, 4, 5) and not exists (select from parcels p where p.order_id = o.id)
      returning id, order_id, state),
    lines as (
      insert into parcel_lines (parcel_id, line_id, pieces, packed)
      select m.id, l.id, l.quantity - l.returned_quantity,
        case when m.state = 'packing' then 0 else l.quantity - l.returned_quantity end
      from made m join order_lines l on l.order_id = m.order_id where l.quantity > l.returned_quantity)
    select from made`);
  return rowCount ?? 0;
}
