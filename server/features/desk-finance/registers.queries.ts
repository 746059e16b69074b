import { sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '#server/db/open.ts';

// Rows of the registers, a page at a time: no transaction is open while somebody reads slowly. Contents: 1 payments, 2 bonuses

// ── 1 Payments ──────────────────────────────────────────────────────────────────────────────────
export type PaymentRow = {
  at: string;
  isBack: boolean;
  id: number;
  code: number;
  provider: string | null;
  externalId: string | null;
  orderId: number | null;
  paymentId: number;
  amountKop: number;
};
export type Within = { from: Date; till: Date };
const moved = ({ from, till }: Within) => sql`
  select p.paid_at as at, false as is_back, p.id, p.code, p.provider, p.external_id, p.order_id, p.id as payment_id, p.captured_kop as amount
  from payments p where p.captured_kop > 0 and p.provider is distinct from 'ledger'
    and p.paid_at >= ${from.toISOString()}::timestamptz and p.paid_at < ${till.toISOString()}::timestamptz
  union all
  select r.done_at, true, r.id, p.code, p.provider, r.external_id, r.order_id, p.id, -r.amount_kop
  from refunds r join payments p on p.id = r.payment_id where r.target = 'source' and r.state = 'succeeded'
    and r.done_at >= ${from.toISOString()}::timestamptz and r.done_at < ${till.toISOString()}::timestamptz`;
export async function countPayments(db: DbOrTx, within: Within): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${moved(within)}) m`);
  return rows[0]!.n;
}
const AT_ONCE = 500;
export async function* paymentRows(db: Db, within: Within): AsyncGenerator<PaymentRow> {
  for (let last: PaymentRow | undefined, more = true; more;) {
    const behind = last ? sql`where (at, is_back, id) > (${last.at}::timestamptz, ${last.isBack}, ${last.id})` : sql``;
    const { rows } = await db.execute<PaymentRow>(sql`
      select at::text as at, is_back as "isBack", id, code, provider, external_id as "externalId", order_id as "orderId", payment_id as "paymentId",
        amount::float8 as "amountKop"
      from (${moved(within)}) m ${behind} order by m.at, m.is_back, m.id limit ${AT_ONCE}`);
    yield* rows;
    last = rows.at(-1);
    more = rows.length === AT_ONCE;
  }
}

// ── 2 Bonuses ───────────────────────────────────────────────────────────────────────────────────
export type BonusRegisterRow = {
  userId: number;
  consId: number | null;
  name: string;
  bonusKop: number;
  leaderKop: number;
  carryInKop: number;
  carryOutKop: number;
  at: string | null;
  txId: number | null;
};
export async function countBonuses(db: DbOrTx, period: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from bonus_rows where period = ${period}`,
  );
  return rows[0]!.n;
}
export async function* bonusRowsOf(db: Db, period: number): AsyncGenerator<BonusRegisterRow> {
  for (let after = 0, more = true; more;) {
    const { rows } = await db.execute<BonusRegisterRow>(sql`
      select b.user_id as "userId", u.cons_id as "consId", u.name, b.bonus_kop::float8 as "bonusKop", b.leader_kop::float8 as "leaderKop",
        b.carry_in_kop::float8 as "carryInKop", b.carry_out_kop::float8 as "carryOutKop", t.at::text as at, b.tx_id::float8 as "txId"
      from bonus_rows b join users u on u.id = b.user_id left join ledger_tx t on t.id = b.tx_id
      where b.period = ${period} and b.user_id > ${after} order by b.user_id limit ${AT_ONCE}`);
    yield* rows;
    after = rows.at(-1)?.userId ?? after;
    more = rows.length === AT_ONCE;
  }
}
