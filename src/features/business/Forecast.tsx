import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { TreeSlot } from '#src/features/business/tree-slot.ts';
import type { NetworkNow } from '#contract/network.ts';
import { rookiesAtom, statusesAtom } from '#src/features/business/business.atoms.ts';
import { countOf, monthWords, paidFrom } from '#src/features/business/business.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney, formatNumber, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Business.module.css';

/** What the volumes of this moment would pay; the sentence on income stands beside every such sum (docs/product/law.md). */
export function Forecast({ now: { period, forecast, rung, active } }: { now: NetworkNow }) {
  return (
    <section className={`card ${styles.card}`} aria-labelledby="forecast">
      <div className={styles.cardHead}>
        <h2 id="forecast">Прогноз за {monthWords(period)}</h2>
        <Link href="/user/career" className="link small">
          Что, если
        </Link>
      </div>
      <p className={`num ${styles.sum}`}>{formatMoney(forecast.bonus + forecast.leader)}</p>
      <ul className={styles.leads}>
        <li>
          <Lead
            name={active ? `С личного объёма, ${rung.percent}${NBSP}%` : 'С личного объёма'}
            value={formatMoney(forecast.own)}
          />
        </li>
        <li>
          <Lead name="С веток первой линии" value={formatMoney(forecast.branches)} />
        </li>
        {forecast.leader > 0 && (
          <li>
            <Lead name="Лидерский бонус" value={formatMoney(forecast.leader)} />
          </li>
        )}
      </ul>
      <p className="small soft">
        Это расчёт на сейчас: возвраты до закрытия месяца могут его изменить. Начислим на КС не раньше{' '}
        {paidFrom(period)}.
      </p>
      <p className="small soft">Доход зависит от личных усилий и не гарантирован.</p>
    </section>
  );
}

/** How many of the structure are active, and the way to it. */
export function Team({ now: { structure, line1 }, tree }: { now: NetworkNow; tree: TreeSlot }) {
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [, go] = useLocation();
  const rookies = useAtomValue(rookiesAtom);
  const statuses = useAtomValue(statusesAtom);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="team">
      <h2 id="team">Команда</h2>
      <ul className={styles.leads}>
        <li>
          <Lead name="Активны" value={countOf(structure)} />
        </li>
        <li>
          <Lead name="Активны в 1-й линии" value={countOf(line1)} />
        </li>
        {rookies.data && (
          <li>
            <Lead name="Новички" value={formatNumber(rookies.data.total)} />
          </li>
        )}
        {statuses.data && (
          <li>
            <Lead name="Новые статусы" value={formatNumber(statuses.data.total)} />
          </li>
        )}
      </ul>
      <Button kind="line" onClick={() => setTreeOpen(true)}>
        Дерево структуры
      </Button>
      <Link href="/user/business/structure" className="link">
        Структура по линиям
      </Link>
      {isTreeOpen &&
        tree({
          act: 'Открыть карточку',
          onClose: () => setTreeOpen(false),
          onChosen: ({ id }) => go(`/user/business/structure?person=${id}`),
        })}
    </section>
  );
}
