import { Link } from 'wouter';
import type { NetworkNow } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { nextWords, pointsText, titleWords, toActive } from '#src/features/business/business.words.ts';
import { OwnAndGroup } from '#src/features/business/OwnAndGroup.tsx';
import { formatTenths } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './Business.module.css';

/** ЛО, ГО, whether the month is active, and what is missing to the next status. */
export function Volumes({ now }: { now: NetworkNow }) {
  const activeFrom = termsOf(now.period).activeHalf / 2;
  const silent = toActive(now, activeFrom);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="volumes">
      <h2 id="volumes" className="sr">
        Объёмы периода
      </h2>
      <OwnAndGroup now={now} />
      {silent > 0 && (
        <Note kind="seed">
          Месяц пока не активен: до {formatTenths(activeFrom)} баллов ЛО не хватает {pointsText(silent)}. Без активности
          бонуса не будет.
        </Note>
      )}
      <Next now={now} activeFrom={activeFrom} />
    </section>
  );
}

function Next({ now, activeFrom }: { now: NetworkNow; activeFrom: number }) {
  const words = nextWords(now, activeFrom);
  if (!words) return <p className="soft">Вы на вершине лестницы: {now.rung.name.toLowerCase()}.</p>;
  const { group, next } = now;
  const wanted = Math.max(0, group) + (next?.missing ?? 0);
  const forTitle = titleWords(now);
  const percent = wanted === 0 ? 0 : Math.min(100, (Math.max(0, group) * 100) / wanted);
  return (
    <div>
      <p>
        <b>{words.title}</b>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className="small soft">
        {words.text}. {forTitle && `${forTitle}. `}
        <Link href="/user/career" className="link">
          Сколько чего есть
        </Link>
      </p>
    </div>
  );
}
