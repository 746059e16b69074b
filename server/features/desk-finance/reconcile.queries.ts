import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

export type ReconciledSums = {
  takenKop: number;
  givenBackKop: number;
  bookedKop: number;
  returningKop: number;
  reviewKop: number;
  unexplainedKop: number;
};
export type ReconciledTotal = ReconciledSums & { code: number };
export type ReconciledLine = ReconciledTotal & { orderId: number | null; paymentId: number | null; count: number };

/**
 * What the providers say of each order and deposit beside what the ledger says. A refund leaves the ledger when it begins and the provider
 * when it is done; money of a wrong sum, and money that came too late, are the provider's alone until they have gone back.
 */
const LINES = sql`
  with taken as (
    select case when p.order_id is null then 'payment' else 'order' end as kind, coalesce(p.order_id, p.id)::bigint as ref, p.code,
      sum(p.captured_kop) as taken, coalesce(sum(p.captured_kop) filter (where p.status = 'needs_review'), 0) as review,
      coalesce(sum(r.done), 0) as given_back, coalesce(sum(r.way), 0) as way
    from payments p left join (
      select payment_id, sum(amount_kop) filter (where state = 'succeeded') as done,
        sum(amount_kop) filter (where state in ('created', 'pending') or (state = 'failed' and not is_free)) as way
      from refunds where target = 'source' group by payment_id) r on r.payment_id = p.id
    where p.provider is distinct from 'ledger' and p.captured_kop > 0 group by 1, 2, 3),
  booked as (
    select case when t.ref_type in ('order', 'payment') then t.ref_type else 'other' end as kind,
      case when t.ref_type in ('order', 'payment') then t.ref_id else t.id end as ref, e.account_id - 20 as code, -sum(e.amount_kop) as booked
    from ledger_tx t join ledger_entries e on e.tx_id = t.id where e.account_id between 21 and 99 group by 1, 2, 3),
  lines as (
    select kind, ref, code, coalesce(taken, 0) as taken, coalesce(given_back, 0) as given_back, coalesce(booked, 0) as booked,
      coalesce(way, 0) as way, coalesce(review, 0) as review,
      coalesce(taken, 0) - coalesce(given_back, 0) - coalesce(booked, 0) - coalesce(way, 0) - coalesce(review, 0) as unexplained
    from taken full join booked using (kind, ref, code))`;
const SUMS = sql`
  sum(taken)::float8 as "takenKop", sum(given_back)::float8 as "givenBackKop", sum(booked)::float8 as "bookedKop",
  sum(way)::float8 as "returningKop", sum(review)::float8 as "reviewKop", sum(unexplained)::float8 as "unexplainedKop"`;

/** Every way to pay that money has come by. */
export async function findTotals(db: DbOrTx): Promise<ReconciledTotal[]> {
  const { rows } = await db.execute<ReconciledTotal>(
    sql`${LINES} select code, ${SUMS} from lines group by code order by code`,
  );
  return rows;
}
/** What differs, line by line: first what nothing explains. `count`: how many there are in all. */
export async function findDifferences(db: DbOrTx, limit: number): Promise<ReconciledLine[]> {
  const { rows } = await db.execute<ReconciledLine>(sql`${LINES}
    select code, case kind when 'order' then ref::int end as "orderId", case kind when 'payment' then ref::int end as "paymentId",
      ${SUMS}, count(*) over ()::int as count
    from lines where taken - given_back <> booked or unexplained <> 0
    group by kind, ref, code order by (sum(unexplained) = 0), ref desc limit ${limit}`);
  return rows;
}
