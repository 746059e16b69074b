import type { ReactNode } from 'react';
import type { DeskTrial } from '#contract/desk-finance.ts';
import { rateWords } from '#src/staff/desk/finance/desk-finance.words.ts';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import { formatNumber } from '#src/ui/numbers.ts';
import styles from './DeskFinance.module.css';

/** A month in a few numbers, beside the month before. */
export function TrialNumbers({ trial }: { trial: DeskTrial }) {
  const { before } = trial;
  return (
    <dl className={`card ${styles.numbers}`}>
      <Fact name="Бонусов" was={before && <Money value={before.earned} />}>
        <Money value={trial.earned} />
      </Fact>
      <Fact
        name="Доля выплат"
        was={before && rateWords(before.payout_rate)}
        note={`не больше ${rateWords(trial.most_rate)}`}
      >
        {rateWords(trial.payout_rate)}
      </Fact>
      <Fact name="Баллов" was={before && <Points value={before.volume} />}>
        <Points value={trial.volume} />
      </Fact>
      <Fact name="Оборот" note={`бонусы — ${rateWords(trial.turnover_rate)}`}>
        <Money value={trial.turnover} />
      </Fact>
      <Fact name="Активны">{`${formatNumber(trial.active)} из ${formatNumber(trial.people)}`}</Fact>
      <Fact name="Получат бонус">{formatNumber(trial.paid_people)}</Fact>
    </dl>
  );
}

type FactProps = { name: string; was?: ReactNode; note?: string; children: ReactNode };
const Fact = ({ name, was, note, children }: FactProps) => (
  <div>
    <dt className="small soft">{name}</dt>
    <dd className="num">
      <b>{children}</b>
      {note && <span className="small soft">{note}</span>}
      {was && <span className="small soft">месяцем раньше {was}</span>}
    </dd>
  </div>
);
