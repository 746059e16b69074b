import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import type { HistoryMonth, HistoryRow } from '#contract/bonus-history.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { byMonths } from '#src/features/accounts/accounts.rules.ts';
import {
  changeWords,
  dayOf,
  monthTitle,
  refWords,
  SHORT_NAMES,
  sumWords,
} from '#src/features/accounts/accounts.words.ts';
import { RetailSheet } from '#src/features/accounts/RetailSheet.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Account.module.css';

/** Movements under their months: a table from the tablet up, lines on the phone, of the same cells. */
export const HistoryList = ({ rows, months }: { rows: readonly HistoryRow[]; months: readonly HistoryMonth[] }) => (
  <div className={`card ${styles.history}`}>
    <div className={`small soft ${styles.row} ${styles.columns}`} aria-hidden>
      <span className={styles.day}>Дата</span>
      <span className={styles.kind}>Счёт</span>
      <span className={styles.title}>Операция</span>
      <span className={styles.about}>Основание</span>
      <span className={styles.change}>Сумма, ₽</span>
      <span className={styles.rest}>Остаток, ₽</span>
    </div>
    {byMonths(rows, months).map(({ month, income, outgo, rows: own }) => (
      <section key={month} aria-label={monthTitle(month)}>
        <h3 className={styles.month}>
          <span>{monthTitle(month)}</span>
          <span className={`num small soft ${styles.sums}`}>
            <span>пришло {sumWords(income)}</span> <span>ушло {sumWords(outgo)}</span>
          </span>
        </h3>
        <ul>
          {own.map((row) => (
            <OneRow key={row.id} row={row} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);

function OneRow({ row }: { row: HistoryRow }) {
  const about = refWords(row);
  const mayTransfer = useAtomValue(sessionAtom).permissions.includes('account.transfer');
  const href = hrefOf(row, mayTransfer);
  return (
    <li className={styles.row}>
      <time dateTime={row.at} className={`soft num ${styles.day}`}>
        {dayOf(row.at)}
      </time>
      <span className={styles.kind}>
        <Tag kind="plain">{SHORT_NAMES[row.account_type]}</Tag>
      </span>
      <span className={styles.title}>{row.title}</span>
      <span className={`small ${styles.about}`}>
        {about !== null && href !== null && (
          <Link href={href} className="link">
            {about}
          </Link>
        )}
        {about !== null && href === null && !isRetail(row) && <span className="soft">{about}</span>}
        {about !== null && isRetail(row) && row.ref !== null && <Derived about={about} orderId={row.ref.id} />}
        {row.ref !== null && row.expires_at !== null && (
          <span className={styles.soon}> до {dayOf(row.expires_at)}</span>
        )}
      </span>
      <b className={`num ${styles.change} ${row.amount > 0 ? styles.plus : ''}`}>{changeWords(row.amount)}</b>
      <span className={`num soft ${styles.rest}`}>
        <span className="sr">Остаток </span>
        {sumWords(row.balance_after)}
      </span>
    </li>
  );
}
/** Where a retail difference comes from. Asked of the shop when it is opened. */
function Derived({ about, orderId }: { about: string; orderId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {about}: откуда эта сумма
      </button>
      {isOpen && <RetailSheet orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  );
}
/** A client's order is not ours to open: it has a derivation of its own, also for what was taken off КС again. */
const isRetail = ({ kind, ref, account_type: type, amount }: HistoryRow): boolean =>
  kind === 'retail' || (kind === 'correction' && ref?.type === 'order' && type === ACCOUNT_TYPES.KS && amount < 0);
/** Only where a screen of the shop tells more, and opens for this person. */
function hrefOf(row: HistoryRow, mayTransfer: boolean): string | null {
  const { ref, kind } = row;
  if (ref?.type === 'order' && !isRetail(row)) return `/user/orders/${ref.id}`;
  if (ref?.type === 'transfer') return mayTransfer ? `/user/transfers?id=${ref.id}` : null;
  return ref?.type === 'period' && (kind === 'bonus' || kind === 'correction') ? `/user/account/${ref.id}` : null;
}
