import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Career } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { careerAtom, keepToldTitleAtom, nowAtom, readToldTitleAtom } from '#src/features/business/business.atoms.ts';
import { isNewTitle, monthWords, titleBefore } from '#src/features/business/business.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './Business.module.css';

/** Once on a phone, when «Бизнес» is first opened after a new title: «Вы — старший менеджер». */
export function Congratulation() {
  const { data } = useAtomValue(careerAtom);
  const read = useSetAtom(readToldTitleAtom);
  const keep = useSetAtom(keepToldTitleAtom);
  const [shown, setShown] = useState<Career | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    let isLeft = false;
    void read().then((told) => {
      if (isLeft) return;
      if (isNewTitle(data, told)) setShown(data);
      if (told === null || data.title > told) void keep(data.title);
    });
    return () => {
      isLeft = true;
    };
  }, [data, read, keep]);
  if (!shown) return null;
  const { ladder } = termsOf(shown.period);
  const nameOf = (title: number): string => ladder[title]?.name ?? '';
  return (
    <Sheet open title={`Вы — ${nameOf(shown.title).toLowerCase()}`} onClose={() => setShown(null)}>
      <div className={styles.risen}>
        <Stem />
        <div className={styles.risenWords}>
          <ul className={styles.leads}>
            <li>
              <Lead name="Было" value={nameOf(titleBefore(shown))} wraps />
            </li>
            <li>
              <Lead name="Стало" value={nameOf(shown.title)} strong wraps />
            </li>
            <Expected />
          </ul>
          <p className="small soft">
            {shown.is_preliminary
              ? `Звание закрепится, когда закроется ${monthWords(shown.period)}.`
              : 'Звание не отнимают, процент каждый месяц считаем заново.'}
          </p>
          <div className={styles.acts}>
            <Link href="/user/career" className={buttonClass('leaf')}>
              Посмотреть лестницу
            </Link>
            <Button kind="line" onClick={() => setShown(null)}>
              Закрыть
            </Button>
          </div>
        </div>
      </div>
    </Sheet>
  );
}

/** What the month would pay, with the sentence that stands beside every such sum. */
function Expected() {
  const { data } = useAtomValue(nowAtom);
  if (!data) return null;
  return (
    <li>
      <Lead
        name={`Прогноз за ${monthWords(data.period)}`}
        value={formatMoney(data.forecast.bonus + data.forecast.leader)}
        wraps
      />
      <p className="small soft">Доход зависит от личных усилий и не гарантирован.</p>
    </li>
  );
}

/** A stem with its leaves; the topmost one is new. */
const Stem = () => (
  <svg className={styles.stem} viewBox="0 0 120 170" aria-hidden="true">
    <path className={styles.stemLine} d="M60 156V42" />
    {[126, 104, 82].map((y, at) => (
      <path key={y} d={leafAt(y, at % 2 === 0)} />
    ))}
    <path className={styles.newLeaf} d={leafAt(56, false)} />
    <path className={styles.ground} d="M18 156h84" />
  </svg>
);
const leafAt = (y: number, isLeft: boolean): string =>
  isLeft ? `M60 ${y}c-4-18-20-26-38-22 2 18 18 28 38 22Z` : `M60 ${y}c4-18 20-26 38-22-2 18-18 28-38 22Z`;
