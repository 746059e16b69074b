import { sql } from 'drizzle-orm';
import type { LedgerCheck } from '#server/features/accounts/ledger-check.queries.ts';

/** What the ledger has to say of retail differences (docs/product/money.md#retail-difference). */
export const RETAIL_CHECK: LedgerCheck = {
  name: 'retail-income',
  says: 'розничная разница проведена на КС на ту сумму, что посчитана по строкам заказа, и один раз',
  needs: ['retail_income'],
  damage: () => sql`
    select 'заказ ' || coalesce(r.order_id, e.ref_id) || ': посчитано ' || coalesce(r.amount_kop, 0) || ', на КС ' || coalesce(e.sum, 0) as what
    from retail_income r full join (
      select t.ref_id, sum(e.amount_kop) as sum from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
      where t.key like 'order:%:retail' and a.owner_id is not null group by t.ref_id) e on e.ref_id = r.order_id
    where coalesce(r.amount_kop, 0) <> coalesce(e.sum, 0)`,
};
/** What the ledger has to say of what was taken back of them. */
export const RETAIL_BACK_CHECK: LedgerCheck = {
  name: 'retail-backs',
  says: 'снятая розничная разница проведена с КС на свою сумму и не больше начисленной',
  needs: ['retail_backs'],
  damage: () => sql`
    select 'заказ ' || coalesce(b.order_id, e.ref_id) || ': снято ' || coalesce(b.sum, 0) || ', на КС ' || coalesce(e.sum, 0)
      || ', начислено ' || coalesce(r.amount_kop, 0) as what
    from (select order_id, sum(amount_kop) as sum from retail_backs group by order_id) b full join (
      select t.ref_id, -sum(e.amount_kop) as sum from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
      where t.key like 'order:%:retail-back:%' and a.owner_id is not null group by t.ref_id) e on e.ref_id = b.order_id
      left join retail_income r on r.order_id = coalesce(b.order_id, e.ref_id)
    where coalesce(b.sum, 0) <> coalesce(e.sum, 0) or coalesce(b.sum, 0) > coalesce(r.amount_kop, 0)`,
};
/** What the ledger has to say of corrections by staff (docs/product/money.md#corrections). */
export const CORRECTION_CHECK: LedgerCheck = {
  name: 'desk-corrections',
  says: 'исправление сотрудника проведено на свою сумму, если его провёл второй, и не проведено иначе',
  needs: ['desk_corrections'],
  damage: () => sql`
    select 'исправление ' || coalesce(c.id, e.ref_id) || ' (' || coalesce(c.state, 'неизвестно') || ') на ' || coalesce(c.amount_kop, 0)
      || ': на счёте ' || coalesce(e.sum, 0) as what
    from desk_corrections c full join (
      select t.ref_id, min(a.owner_id) as owner_id, min(a.type) as type, sum(e.amount_kop) as sum
      from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
      where t.key like 'desk-correction:%' and a.owner_id is not null group by t.ref_id) e on e.ref_id = c.id
    where coalesce(e.sum, 0) <> case c.state when 'done' then c.amount_kop else 0 end
      or (c.state = 'done' and (c.owner_id, c.account_type) <> (e.owner_id, e.type))`,
};
/** What the ledger has to say of bonuses, against the rows of the months (docs/product/network.md#posting). */
export const BONUS_CHECKS: readonly LedgerCheck[] = [
  {
    name: 'bonuses',
    says: 'движение бонусов переносит на КС ровно то, что стоит в строках месяца',
    needs: ['bonus_rows'],
    damage: () => sql`
      with due as (
        select tx_id, sum(bonus_kop + leader_kop + carry_in_kop - carry_out_kop) as ks, sum(bonus_kop + leader_kop) as earned,
          sum(carry_out_kop - carry_in_kop) as carried from bonus_rows where tx_id is not null group by tx_id),
      moved as (
        select t.id, sum(e.amount_kop) filter (where a.type = 1 and a.owner_id is not null) as ks,
          -sum(e.amount_kop) filter (where a.id = 3) as earned, sum(e.amount_kop) filter (where a.id = 6) as carried
        from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
        where t.kind = 'commission' and t.ref_type = 'period' group by t.id)
      select 'движение ' || coalesce(d.tx_id, m.id) || ': по строкам ' || coalesce(d.ks, 0) || ', на КС ' || coalesce(m.ks, 0) as what
      from due d full join moved m on m.id = d.tx_id
      where (coalesce(d.ks, 0), coalesce(d.earned, 0), coalesce(d.carried, 0))
        <> (coalesce(m.ks, 0), coalesce(m.earned, 0), coalesce(m.carried, 0))`,
  },
  {
    name: 'bonus-rows',
    says: 'строка месяца платит то, что заработано по снимку, и переносит остаток прошлой',
    needs: ['bonus_rows'],
    damage: () => sql`
      with chain as (
        select b.*, coalesce(lag(carry_out_kop) over (partition by user_id order by period), 0) as carried from bonus_rows b)
      select 'месяц ' || b.period || ', человек ' || b.user_id || ': заработано ' || coalesce(p.bonus_kop + p.leader_kop, 0)
        || ', в строке ' || b.bonus_kop + b.leader_kop || ', перенос ' || b.carry_in_kop || ' вместо ' || b.carried as what
      from chain b left join period_people p on p.period = b.period and p.user_id = b.user_id
      where b.carry_in_kop <> b.carried or (b.bonus_kop, b.leader_kop) <> (coalesce(p.bonus_kop, 0), coalesce(p.leader_kop, 0))
      union all
      select 'месяц ' || p.period || ', человек ' || p.user_id || ': заработано ' || p.bonus_kop + p.leader_kop || ', не начислено'
      from periods m join period_people p on p.period = m.id left join bonus_rows b on b.period = p.period and b.user_id = p.user_id
      where m.state = 'paid' and p.bonus_kop + p.leader_kop > 0 and b.tx_id is null`,
  },
  {
    name: 'bonus-corrections',
    says: 'исправление бонусов переносит ровно пересчитанные разницы',
    needs: ['bonus_corrections'],
    damage: () => sql`
      with due as (select tx_id, sum(diff_kop) as ks, sum(abs(diff_kop)) as size from bonus_corrections where tx_id is not null group by tx_id),
      moved as (
        select t.id, sum(e.amount_kop) as ks, sum(abs(e.amount_kop)) as size
        from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
        where t.key like 'late:%' and a.type = 1 and a.owner_id is not null group by t.id)
      select 'движение ' || coalesce(d.tx_id, m.id) || ': по строкам ' || coalesce(d.ks, 0) || ', на КС ' || coalesce(m.ks, 0) as what
      from due d full join moved m on m.id = d.tx_id where coalesce(d.ks, 0) <> coalesce(m.ks, 0) or m.size > d.size`,
  },
];
