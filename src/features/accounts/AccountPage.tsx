import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { AccountCards } from '#src/features/accounts/AccountCards.tsx';
import { accountsAtom, bonusMonthsAtom, loadAccountAtom } from '#src/features/accounts/accounts.atoms.ts';
import { BonusMonthList } from '#src/features/accounts/BonusMonthList.tsx';
import { HistoryPart } from '#src/features/accounts/HistoryPart.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Account.module.css';

/** /user/account «Счета»: balances, bonuses by month, every movement. The last copy opens without a network. */
export function AccountPage() {
  const { data, at, isCopy, failure } = useAtomValue(accountsAtom);
  const months = useAtomValue(bonusMonthsAtom);
  const load = useSetAtom(loadAccountAtom);
  const { uid, known, user, permissions } = useAtomValue(sessionAtom);
  // What is known of a right may come after the page: then the months of bonuses are asked for.
  const hasBonuses = permissions.includes('structure.view');
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns, hasBonuses]);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Счета</h1>
        <span className="soft num">{[user.name, user.cons_id].filter(Boolean).join(' ')}</span>
        {isCopy && at && <AsOf at={at} />}
      </div>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load()}>
            Повторить
          </button>
        </Note>
      )}
      {data ? <AccountCards accounts={data} isCopy={isCopy} /> : !failure && <Skeleton height={180} />}
      {months.data && <BonusMonthList months={months.data} />}
      <HistoryPart />
    </div>
  );
}
