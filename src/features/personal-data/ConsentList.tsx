import { useState } from 'react';
import { Link } from 'wouter';
import type { Consent, Consents } from '#contract/consents.ts';
import { ConsentSheet } from '#src/features/personal-data/ConsentSheet.tsx';
import { dayOf, paperLink, timeOf, versionOf } from '#src/features/personal-data/days.rules.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './PersonalData.module.css';

type Props = { consents: readonly Consent[]; log: Consents['log']; isOnline: boolean };

/** Purposes one by one, what holds and what may be done; below them every act that was ever made. */
export function ConsentList({ consents, log, isOnline }: Props) {
  const [open, setOpen] = useState<Consent | null>(null);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="consents-title">
      <h2 id="consents-title">Согласия</h2>
      <ul className={styles.list}>
        {consents.map((consent) => (
          <Row key={consent.purpose} consent={consent} isOnline={isOnline} onOpen={() => setOpen(consent)} />
        ))}
      </ul>
      <p className="small soft">
        Согласие на кабинет отзывают вместе с{'\u00a0'}кабинетом: «Удалить аккаунт» внизу страницы. Оферта и договор —
        не{'\u00a0'}согласия, они действуют для своих заказов.
      </p>
      {log.length > 0 && <Log log={log} />}
      {open && <ConsentSheet consent={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function Row({ consent, isOnline, onOpen }: { consent: Consent; isOnline: boolean; onOpen: () => void }) {
  const { title, state, at, withdrawn_at: end, paper, action, purpose } = consent;
  const id = `consent-${purpose}`;
  return (
    <li className={styles.row}>
      <b id={id} className={styles.title}>
        {title}
      </b>
      <span className={`small soft ${styles.when}`}>
        {at === null ? (
          'не дано'
        ) : (
          <>
            дано {dayOf(at)},{' '}
            <Link href={paperLink(paper)} className="link">
              редакция от {versionOf(paper.version)}
            </Link>
          </>
        )}
      </span>
      <span className={styles.state}>
        {state === 'given' && <Tag>действует</Tag>}
        {state === 'withdrawn' && end !== null && <Tag kind="plain">отозвано {dayOf(end)}</Tag>}
      </span>
      {action && (
        <button
          type="button"
          className={`link ${styles.act}`}
          disabled={!isOnline}
          aria-describedby={id}
          onClick={onOpen}
        >
          {action === 'withdraw' ? 'Отозвать' : state === 'none' ? 'Дать' : 'Дать снова'}
        </button>
      )}
    </li>
  );
}

function Log({ log }: { log: Consents['log'] }) {
  return (
    <details className={styles.log}>
      <summary>История: {log.length}</summary>
      <ol className={styles.acts}>
        {log.map((one, i) => (
          // The log only grows at its top and is drawn anew as a whole.
          <li key={log.length - i}>
            <b>{one.title}</b>
            <span className="small soft">
              дано {timeOf(one.at)}
              {one.withdrawn_at !== null && `, отозвано ${timeOf(one.withdrawn_at)}`}
            </span>
            <span className="small soft">
              <Link href={paperLink(one.paper)} className="link">
                редакция от {versionOf(one.paper.version)}
              </Link>
              , отпечаток <code className={styles.print}>{one.paper.sha256.slice(0, 12)}…</code>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
