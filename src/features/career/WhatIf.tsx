import { type CSSProperties, useId, useState } from 'react';
import { Link } from 'wouter';
import type { Career } from '#contract/network.ts';
import { whatIf } from '#src/features/career/words.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatMoney, formatTenths } from '#src/ui/numbers.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Career.module.css';

/** Half-points that the sliders end at, when there is not more already. */
const OWN_MAX = 400;
const ADDED_MAX = 8000;
/** There is always something to add: whoever has more than the usual gets as much again, in round hundreds of points. */
const roomFor = (ownHalf: number): number => (ownHalf <= OWN_MAX / 2 ? OWN_MAX : Math.ceil((ownHalf * 2) / 200) * 200);

/** «Что, если»: the plan's engine on this device, with or without a network. */
export function WhatIf({ career }: { career: Career }) {
  const [own, setOwn] = useState(career.own_half);
  const [added, setAdded] = useState(0);
  const told = whatIf(career, { ownHalf: own, addedHalf: added });
  const { ladder, activeHalf } = told.terms;
  const isChanged = own !== career.own_half || added !== 0;
  const reset = () => {
    setOwn(career.own_half);
    setAdded(0);
  };
  return (
    <section className={`card ${styles.card}`} aria-labelledby="what-if">
      <div className={styles.cardHead}>
        <h2 id="what-if">Что, если</h2>
        {isChanged && (
          <button type="button" className="link small" onClick={reset}>
            Вернуть как сейчас
          </button>
        )}
      </div>
      <output className={styles.sum}>
        <span className="small soft">Доход за месяц</span>
        <span className={styles.sumLine}>
          <b className="num">{formatMoney(told.sumKop)}</b>
          {isChanged && told.differenceKop !== 0 && (
            <Tag kind={told.differenceKop > 0 ? 'leaf' : 'plain'}>
              {told.differenceKop > 0 ? '+' : '−'}
              {formatMoney(Math.abs(told.differenceKop))}
            </Tag>
          )}
        </span>
      </output>
      <Slider label="Ваш личный объём, ЛО" value={own} max={roomFor(career.own_half)} onChange={setOwn} />
      <Slider label="Структура добавит" value={added} max={ADDED_MAX} onChange={setAdded} />
      <ul className={styles.leads}>
        <li>
          <Lead name="ГО" value={formatTenths(told.groupHalf / 2)} />
        </li>
        <li>
          <Lead name="Статус периода" value={told.isActive ? (ladder[told.status]?.name ?? '') : 'не активен'} wraps />
        </li>
        <li>
          <Lead name="Звание" value={ladder[told.title]?.name ?? ''} wraps />
        </li>
        <li>
          <Lead name="Процент" value={`${told.percent} %`} />
        </li>
        <li>
          <Lead name="С личного объёма" value={formatMoney(told.ownKop)} />
        </li>
        <li>
          <Lead name="С веток" value={formatMoney(told.branchesKop)} />
        </li>
        {told.leaderKop > 0 && (
          <li>
            <Lead name="Лидерский бонус" value={formatMoney(told.leaderKop)} />
          </li>
        )}
      </ul>
      {own < activeHalf && (
        <Note kind="seed">При ЛО меньше {formatTenths(activeHalf / 2)} период не активен: бонуса не будет.</Note>
      )}
      <p className="small soft">
        Прирост делим между ветками в их сегодняшней доле. Это расчёт, а не обещание: заказы могут вернуть до закрытия
        месяца.
      </p>
      <Link href="/katalog" className={buttonClass('soft')}>
        Добрать ЛО в каталоге
      </Link>
    </section>
  );
}

type SliderProps = { label: string; value: number; max: number; onChange: (half: number) => void };
/** Points in steps of a half. */
function Slider({ label, value, max, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <span className={styles.sliderHead}>
        <label htmlFor={id}>{label}</label>
        <b className="num">{formatTenths(value / 2)}</b>
      </span>
      <input
        id={id}
        type="range"
        min={0}
        max={max / 2}
        step={0.5}
        value={value / 2}
        // React's type of styles knows no properties of our own.
        style={{ '--grown': `${(value * 100) / max}%` } as CSSProperties}
        aria-valuetext={`${formatTenths(value / 2)} баллов`}
        onChange={(event) => onChange(Math.round(Number(event.target.value) * 2))}
      />
      <span className={`small mute num ${styles.ends}`} aria-hidden="true">
        <span>0</span>
        <span>{formatTenths(max / 2)}</span>
      </span>
    </div>
  );
}
