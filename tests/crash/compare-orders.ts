import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Acknowledged } from '#tests/crash/shopper.ts';

export const INITIAL_STOCK = 1_000_000;
/** How long jobs may take to finish what the last kill interrupted. */
const SETTLE_MS = 90_000;

type Row = {
  id: number;
  status: number;
  due: number;
  paid: number;
  lines: string;
  /** Attempts with money. */
  taken: number;
  captured: number;
  sales: number;
  live_holds: number;
  points: number;
};

/** @throws with a line for each order that is lost, doubled or half done, by the database's own word. */
export async function compareOrders(client: Client, acknowledged: readonly Acknowledged[]): Promise<void> {
  const until = Date.now() + SETTLE_MS;
  for (;;) {
    const wrong = differences(await ordersOf(client), acknowledged);
    if (wrong.length === 0) break;
    if (Date.now() > until) throw new Error(`lost, doubled or half done:\n${wrong.slice(0, 20).join('\n')}`);
    await sleep(250);
  }
  await compareStock(client, acknowledged);
}

async function ordersOf(client: Client): Promise<Row[]> {
  const { rows } = await client.query<Row>(`
    select o.id, o.status, o.due_kop::float8 as due, o.paid_kop::float8 as paid,
      (select string_agg(l.product_id || '×' || l.quantity, ',' order by l.product_id) from order_lines l where l.order_id = o.id) as lines,
      (select count(*)::int from payments p where p.order_id = o.id and p.captured_kop > 0) as taken,
      (select coalesce(sum(captured_kop - refunded_kop), 0)::float8 from payments p where p.order_id = o.id) as captured,
      (select count(*)::int from ledger_tx t join ledger_entries e on e.tx_id = t.id
        where t.ref_type = 'order' and t.ref_id = o.id and e.account_id = 1) as sales,
      (select count(*)::int from holds h where h.ref_type = 'order' and h.ref_id = o.id and h.state = 'held') as live_holds,
      (select count(*)::int from points_events e where e.order_id = o.id) as points
    from orders o order by o.id`);
  return rows;
}

const PAID = 2;
function differences(rows: readonly Row[], acknowledged: readonly Acknowledged[]): string[] {
  const rest = new Map(rows.map((row) => [row.id, row]));
  const wrong: string[] = [];
  for (const { id, dueKop, lines, isPaid } of acknowledged) {
    const row = rest.get(id);
    if (!row) {
      wrong.push(`${id}: acknowledged and gone, or acknowledged twice`);
      continue;
    }
    rest.delete(id);
    const bought = lines.toSorted((a, b) => a.productId - b.productId).map(({ productId, pieces }) => `${productId}×${pieces}`); // prettier-ignore
    const isWhole =
      isPaid &&
      row.status === PAID &&
      row.due === dueKop &&
      row.paid === dueKop &&
      row.lines === bought.join(',') &&
      row.taken === 1 &&
      row.captured === dueKop &&
      row.sales === 1 &&
      row.live_holds === 0;
    if (!isWhole) wrong.push(`${id}: ${JSON.stringify(row)}, acknowledged ${dueKop} for ${bought.join(',')}`);
  }
  // An order that nobody was told of would be a second one: every call was repeated until it was acknowledged.
  for (const id of rest.keys()) wrong.push(`${id}: nobody was told of it`);
  return wrong;
}

async function compareStock(client: Client, acknowledged: readonly Acknowledged[]): Promise<void> {
  const sold = new Map<number, number>();
  for (const { productId, pieces } of acknowledged.flatMap(({ lines }) => lines))
    sold.set(productId, (sold.get(productId) ?? 0) + pieces);
  const { rows } = await client.query<{ id: number; stock: number }>('select id, stock_qty as stock from products');
  const wrong = rows.filter(({ id, stock }) => stock !== INITIAL_STOCK - (sold.get(id) ?? 0));
  if (wrong.length > 0) throw new Error(`stock differs: ${JSON.stringify(wrong)}, sold ${JSON.stringify([...sold])}`);
}
