import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { ledgerChecks } from '#server/db/tables/ledger.ts';

// Each check selects what is wrong, as words for the console; no rows is right. They must be run in one snapshot: money moves
// meanwhile. Contents: 1 the checks, 2 running one

// ── 1 The checks ────────────────────────────────────────────────────────────────────────────────
export type LedgerCheck = {
  name: string;
  /** Russian: what holds when the check finds nothing. */
  says: string;
  /** Tables of other features without which there is nothing to check yet. */
  needs?: readonly string[];
  /** One column, `what`. `at` is the time of the run. */
  damage: (at: Date) => SQL;
};
const account = sql`'счёт ' || a.id || ' (человек ' || a.owner_id || ', тип ' || a.type || ')'`;

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  {
    name: 'movements',
    says: 'каждое движение сходится в ноль и не пусто',
    damage: () => sql`
      select 'движение ' || t.id || ': ' || coalesce(sum(e.amount_kop)::text, 'без проводок') as what
      from ledger_tx t left join ledger_entries e on e.tx_id = t.id
      group by t.id having sum(e.amount_kop) is distinct from 0`,
  },
  {
    name: 'balances',
    says: 'остаток счёта — сумма его проводок',
    damage: () => sql`
      select ${account} || ': остаток ' || a.balance_kop || ', проводки ' || coalesce(e.sum, 0) as what
      from accounts a left join (select account_id, sum(amount_kop) as sum, count(*) as n from ledger_entries group by account_id) e
        on e.account_id = a.id
      where a.owner_id is not null and (a.balance_kop <> coalesce(e.sum, 0) or a.version <> coalesce(e.n, 0))`,
  },
  {
    name: 'history',
    says: 'остаток после каждой проводки следует из прежнего, номера идут подряд',
    damage: () => sql`
      select 'проводка ' || id || ' счёта ' || account_id || ': после неё ' || balance_after || ', по сумме ' || running as what
      from (select id, account_id, version, balance_after, sum(amount_kop) over w as running, row_number() over w as n
        from ledger_entries where version is not null window w as (partition by account_id order by version)) e
      where balance_after <> running or version <> n`,
  },
  {
    name: 'held',
    says: 'отложено на счёте — сумма действующих отложений',
    damage: () => sql`
      select ${account} || ': отложено ' || a.held_kop || ', по заказам ' || coalesce(h.sum, 0) as what
      from accounts a left join (select account_id, sum(amount_kop) as sum from holds where state = 'held' group by account_id) h
        on h.account_id = a.id
      where a.held_kop <> coalesce(h.sum, 0)`,
  },
  {
    name: 'posted-holds',
    says: 'проведённое отложение принадлежит движению своего заказа или перевода',
    damage: () => sql`
      select 'отложение ' || h.id || ' (' || h.key || '), движение ' || t.id as what from holds h join ledger_tx t on t.id = h.tx_id
      where t.kind <> case h.ref_type when 'transfer' then 'transfer' else 'order_spend' end or (t.ref_type, t.ref_id) <> (h.ref_type, h.ref_id)`,
  },
  {
    name: 'forgotten-holds',
    says: 'ни одно отложение не пережило свой срок больше чем на сутки',
    damage: (at) => sql`
      select 'отложение ' || id || ' (' || key || ') до ' || expires_at as what from holds
      where state = 'held' and expires_at < ${at.toISOString()}::timestamptz - interval '1 day'`,
  },
  {
    name: 'gifts-left',
    says: 'в подарке осталось то, что не потрачено',
    damage: () => sql`
      select 'подарок ' || g.id || ': осталось ' || g.left_kop || ', по тратам ' || g.amount_kop - coalesce(u.sum, 0) as what
      from grants g left join (select grant_id, sum(amount_kop) as sum from grant_uses where entry_id is not null group by grant_id) u
        on u.grant_id = g.id
      where g.left_kop <> g.amount_kop - coalesce(u.sum, 0)`,
  },
  {
    name: 'gifts-held',
    says: 'в подарке отложено то, что держат заказы, и каждый заказ на БС держит подарки на всю сумму',
    damage: () => sql`
      select 'подарок ' || g.id || ': отложено ' || g.held_kop || ', по заказам ' || coalesce(u.sum, 0) as what
      from grants g left join (select u.grant_id, sum(u.amount_kop) as sum from grant_uses u join holds h on h.id = u.hold_id
        where h.state = 'held' group by u.grant_id) u on u.grant_id = g.id
      where g.held_kop <> coalesce(u.sum, 0)
      union all
      select 'отложение ' || h.id || ' (' || h.key || '): ' || h.amount_kop || ', подарков на ' || coalesce(sum(u.amount_kop), 0)
      from holds h join accounts a on a.id = h.account_id left join grant_uses u on u.hold_id = h.id
      where a.type = 2 group by h.id having coalesce(sum(u.amount_kop), 0) <> h.amount_kop`,
  },
  {
    name: 'gifts-account',
    says: 'остаток БС — сумма подарков; меньше он только когда свободных подарков нет',
    damage: () => sql`
      select ${account} || ': остаток ' || a.balance_kop || ', подарков ' || coalesce(g.sum, 0) || ', из них свободно ' || coalesce(g.free, 0) as what
      from accounts a left join (select account_id, sum(left_kop) as sum, sum(left_kop - held_kop) as free from grants group by account_id) g
        on g.account_id = a.id
      where a.type = 2 and (a.balance_kop > coalesce(g.sum, 0) or (a.balance_kop < coalesce(g.sum, 0) and g.free > 0))`,
  },
  {
    name: 'burnt-gifts',
    says: 'сгоревшее снято со счёта не позже чем через двое суток',
    damage: (at) => sql`
      select 'подарок ' || id || ': ' || left_kop - held_kop || ' до ' || expires_at as what from grants
      where left_kop > held_kop and expires_at < ${at.toISOString()}::timestamptz - interval '2 days'`,
  },
  {
    name: 'floors',
    says: 'ниже предела счёт опускается только исправлением или отзывом платежа',
    damage: () => sql`
      select ${account} || ': ' || a.balance_kop as what from accounts a
      where a.balance_kop < (case a.type when 0 then least(a.floor_kop, -500000) else 0 end) and not exists (
        select from ledger_entries e join ledger_tx t on t.id = e.tx_id
        where e.account_id = a.id and e.amount_kop < 0 and t.kind in ('correction', 'chargeback'))`,
  },
  {
    name: 'reversals',
    says: 'возвраты не больше того, что вернули',
    damage: () => sql`
      select 'движение ' || o.tx_id || ': ' || o.sum || ', возвращено ' || b.sum as what
      from (select tx_id, sum(amount_kop) filter (where amount_kop > 0) as sum from ledger_entries group by tx_id) o
      join (select t.reverses, sum(e.amount_kop) filter (where e.amount_kop > 0) as sum
        from ledger_tx t join ledger_entries e on e.tx_id = t.id where t.reverses is not null group by t.reverses) b on b.reverses = o.tx_id
      where b.sum > o.sum`,
  },
  {
    name: 'orders',
    says: 'каждый оплаченный заказ проведён на свою сумму, отменённый вернул всё',
    needs: ['orders'],
    damage: () => sql`
      select 'заказ ' || o.id || ': на сумму ' || o.goods_kop + o.delivery_kop || ', проведено ' || coalesce(l.paid::text, 'нет')
        || ', из них осталось ' || coalesce(l.kept, 0) as what
      from orders o left join (
        select t.ref_id, sum(e.amount_kop) filter (where t.kind = 'order_spend') as paid, sum(e.amount_kop) as kept
        from ledger_tx t join ledger_entries e on e.tx_id = t.id
        where t.ref_type = 'order' and t.kind in ('order_spend', 'order_refund') and e.account_id = 1 group by t.ref_id) l on l.ref_id = o.id
      where (o.paid_at is null and l.paid is not null) or (o.paid_at is not null and (
        (l.paid is null and o.goods_kop + o.delivery_kop > 0)
        or (o.version = 1 and l.paid <> o.goods_kop + o.delivery_kop)
        or (o.status = 7 and l.kept <> 0)))`,
  },
  {
    name: 'order-holds',
    says: 'отложено под заказ столько, сколько он берёт со счетов, и только пока он не оплачен',
    needs: ['orders'],
    damage: () => sql`
      select 'заказ ' || o.id || ', тип ' || s.type || ': берёт ' || s.due || ', отложено ' || coalesce(h.sum, 0) as what
      from orders o
      cross join lateral (select key::int as type,
          case when o.status in (0, 1) then (value->>'order')::bigint + (value->>'delivery')::bigint else 0 end as due
        from jsonb_each(o.spend)) s
      left join (select h.ref_id, a.type, sum(h.amount_kop) as sum from holds h join accounts a on a.id = h.account_id
        where h.ref_type = 'order' and h.state = 'held' group by h.ref_id, a.type) h on h.ref_id = o.id and h.type = s.type
      where s.due <> coalesce(h.sum, 0)`,
  },
  {
    name: 'transfers',
    says: 'перевод, который ждёт кода, держит свою сумму, исполненный проведён на неё, остальные не держат ничего',
    needs: ['transfers'],
    damage: () => sql`
      select 'перевод ' || t.id || ' (' || t.state || ') на ' || t.amount_kop || ': отложено ' || coalesce(h.sum, 0)
        || ', пришло ' || coalesce(e.sum, 0) as what
      from transfers t
      left join (select ref_id, sum(amount_kop) as sum from holds where ref_type = 'transfer' and state = 'held' group by ref_id) h
        on h.ref_id = t.id
      left join (select x.ref_id, sum(e.amount_kop) as sum from ledger_tx x join ledger_entries e on e.tx_id = x.id
        where x.ref_type = 'transfer' and e.amount_kop > 0 and x.reverses is null group by x.ref_id) e on e.ref_id = t.id
      where coalesce(h.sum, 0) <> case t.state when 'wait_code' then t.amount_kop else 0 end
        or coalesce(e.sum, 0) <> case t.state when 'done' then t.amount_kop else 0 end`,
  },
  {
    name: 'gateways',
    says: 'деньги заказов у каждого способа оплаты — то, что пришло и не ушло обратно',
    needs: ['payments', 'refunds'],
    damage: () => sql`
      with kept as (
        select p.order_id, p.code, sum(p.captured_kop - p.refunded_kop + coalesce(r.sum, 0)) as sum
        from payments p left join (select payment_id, sum(amount_kop) as sum from refunds
          where target = 'ls' and state <> 'failed' group by payment_id) r on r.payment_id = p.id
        -- Money of a wrong sum is nobody's until a person has decided.
        where p.order_id is not null and p.provider is distinct from 'ledger' and p.status <> 'needs_review' group by p.order_id, p.code),
      booked as (
        select t.ref_id as order_id, e.account_id - 20 as code, -sum(e.amount_kop) as sum
        from ledger_tx t join ledger_entries e on e.tx_id = t.id
        where t.ref_type = 'order' and e.account_id between 21 and 99 group by t.ref_id, e.account_id)
      select 'заказ ' || order_id || ', способ ' || code || ': у банка ' || coalesce(k.sum, 0) || ', на счетах ' || coalesce(b.sum, 0) as what
      from kept k full join booked b using (order_id, code) where coalesce(k.sum, 0) <> coalesce(b.sum, 0)`,
  },
  {
    name: 'deposits',
    says: 'каждое пополнение зачислено на ЛС на ту сумму, что пришла, и один раз',
    needs: ['payments'],
    damage: () => sql`
      select 'пополнение ' || p.id || ': пришло ' || p.captured_kop || ', зачислено ' || coalesce(e.sum, 0) as what
      from payments p
      left join (select t.ref_id, sum(e.amount_kop) as sum from ledger_tx t join ledger_entries e on e.tx_id = t.id
        join accounts a on a.id = e.account_id and a.owner_id is not null and a.type = 0
        where t.ref_type = 'payment' and t.kind = 'deposit' group by t.ref_id) e on e.ref_id = p.id
      where p.owner_id is not null and p.captured_kop <> coalesce(e.sum, 0)`,
  },
];

// ── 2 Running one ───────────────────────────────────────────────────────────────────────────────
const SHOWN = 10;
export async function findDamage(
  db: DbOrTx,
  check: LedgerCheck,
  at: Date,
): Promise<{ total: number; first: string[] }> {
  const { rows } = await db.execute<{ what: string; total: number }>(
    sql`select what, count(*) over ()::int as total from (${check.damage(at)}) d limit ${SHOWN}`,
  );
  return { total: rows[0]?.total ?? 0, first: rows.map((row) => row.what) };
}
export async function hasTables(db: DbOrTx, names: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ ok: boolean }>(
    sql`select coalesce(bool_and(to_regclass(name) is not null), true) as ok from unnest(${sql.param([...names])}::text[]) name`,
  );
  return rows[0]?.ok === true;
}
export async function writeResult(db: DbOrTx, name: string, damaged: number, checkedAt: Date): Promise<void> {
  await db
    .insert(ledgerChecks)
    .values({ name, damaged, checkedAt })
    .onConflictDoUpdate({ target: ledgerChecks.name, set: { damaged, checkedAt } });
}
