import type { ReportTotals } from '#contract/reports.ts';
import type { ListName } from '#src/features/reports/reports.rules.ts';
import { formatMoney, formatNumber, formatTenths } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Reports.module.css';

type Fact = readonly [name: string, value: string];
const FACTS: Record<ListName, (totals: ReportTotals, total: number) => readonly Fact[]> = {
  activity: ({ people, active, own, amount }) => [
    ['Консультантов', formatNumber(people)],
    ['Активны', formatNumber(active)],
    ['ЛО вместе', formatTenths(own)],
    ['Сумма заказов', formatMoney(amount)],
  ],
  inactive: ({ silent, sleeping, gone }) => [
    ['Молчащие, 1 период', formatNumber(silent)],
    ['Спящие, 2 периода', formatNumber(sleeping)],
    ['Ушедшие, 3 и больше', formatNumber(gone)],
  ],
  rookie: ({ people, qualified }) => [
    ['Новичков', formatNumber(people)],
    ['Квалифицированы', formatNumber(qualified)],
  ],
  birthdays: (_totals, total) => [['Дней рождения', formatNumber(total)]],
  'new-statuses': (_totals, total) => [['Новых статусов', formatNumber(total)]],
};

type Props = { report: ListName; totals: ReportTotals; total: number };
/** What the whole list comes to, before its cards on the phone; a table has it in its last row. */
export const Totals = ({ report, totals, total }: Props) => (
  <section className={`card ${styles.totals}`} aria-label="Итого">
    {FACTS[report](totals, total).map(([name, value]) => (
      <Lead key={name} name={name} value={<b>{value}</b>} />
    ))}
  </section>
);
