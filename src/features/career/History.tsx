import type { Career } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { monthOf } from '#src/features/career/words.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Career.module.css';

/** When each title was reached. A title is never taken away; the percent is counted anew every month. */
export function History({ career: { history, period } }: { career: Career }) {
  const { ladder } = termsOf(period);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="history">
      <h2 id="history">История статусов</h2>
      {history.length === 0 && (
        <p className="soft">Первое звание появится здесь, когда закроется месяц с ГО от 100 баллов.</p>
      )}
      <ul className={styles.leads}>
        {history.map(({ title, period: month }) => (
          <li key={title}>
            <Lead name={ladder[title]?.name ?? ''} value={month === null ? 'раньше' : monthOf(month)} wraps />
          </li>
        ))}
      </ul>
      <p className="small soft">Звание не отнимают. Процент каждый месяц считаем заново: по ГО, если ЛО от 30.</p>
    </section>
  );
}
