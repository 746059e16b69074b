import { Link } from 'wouter';
import type { Deposit } from '#contract/deposits.ts';
import { useDepositState } from '#src/features/accounts/deposit/deposit.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Deposit.module.css';

/** One deposit as the shop knows it. The address that the bank has sent the browser back to proves nothing. */
export function DepositResult({ id }: { id: number }) {
  const { deposit, failure, isAsking, again } = useDepositState(id);
  return (
    <div className={styles.step} aria-live="polite">
      {failure && (!isAsking || deposit === null) && (
        <Note kind="error" icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)}{' '}
          {failure.kind !== 'refused' && (
            <button type="button" className="link" onClick={again}>
              Повторить
            </button>
          )}
        </Note>
      )}
      {deposit === null && !failure && <Skeleton height={180} />}
      {deposit && <Facts deposit={deposit} isAsking={isAsking} again={again} />}
      {deposit?.state !== 'waiting' && (
        <div className={styles.acts}>
          <Link href="/user/account" className={buttonClass('line')}>
            К счетам
          </Link>
          <Link href="/user/deposit" className={buttonClass('line')}>
            Пополнить ещё
          </Link>
        </div>
      )}
    </div>
  );
}

const WORDS = {
  failed: 'Платёж не прошёл, деньги не списаны. Попробуйте ещё раз.',
  expired: 'Время на оплату вышло. Если вы всё же заплатили, деньги придут на ЛС сами.',
  review: 'Платёж проверяет сотрудник. Напишем, как только разберёмся.',
} as const;

function Facts({ deposit, isAsking, again }: { deposit: Deposit; isAsking: boolean; again: () => void }) {
  const { state, amount, method, payment_id: id, link, receipt, balance } = deposit;
  return (
    <>
      {state === 'paid' && <EmptyState drawing="sprout" title={`${formatMoney(amount)} зачислены на ЛС`} />}
      {state === 'waiting' && (
        <Note kind="seed" icon="clock">
          {isAsking ? 'Проверяем оплату…' : 'Оплата ещё не пришла.'}{' '}
          {!isAsking && (
            <button type="button" className="link" onClick={again}>
              Проверить
            </button>
          )}
        </Note>
      )}
      {state !== 'paid' && state !== 'waiting' && (
        <Note kind="error" icon="alert">
          {WORDS[state]}
        </Note>
      )}
      <ul className={styles.leads}>
        <li>
          <Lead name="Пополнение" value={numberWords(id)} />
        </li>
        <li>
          <Lead name="Сумма" value={formatMoney(amount)} strong />
        </li>
        <li>
          <Lead name="Способ" value={method} wraps />
        </li>
        {state === 'paid' && (
          <li>
            <Lead name="На ЛС теперь" value={formatMoney(balance)} strong />
          </li>
        )}
      </ul>
      {receipt && (
        <a href={receipt} className="link" target="_blank" rel="noreferrer">
          Кассовый чек
        </a>
      )}
      {state === 'waiting' && link && (
        <a href={link} className={buttonClass('leaf', { wide: true })}>
          Вернуться к оплате
        </a>
      )}
    </>
  );
}
