import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Since } from '#src/ui/Since.tsx';
import styles from '../User.module.css';

/** What stands on the person's accounts; absent while all of them are empty. */
export function Balances() {
  const { balances, asOf, isFresh } = useAtomValue(sessionAtom);
  const rows = ACCOUNT_LIST.flatMap((type) => balances.find((one) => one.account_type === type) ?? []);
  if (rows.every(({ amount }) => amount === 0)) return null;
  return (
    <section className={`card ${styles.block}`} aria-labelledby="balances">
      <div className={styles.blockHead}>
        <h2 id="balances">Счета</h2>
        {!isFresh && asOf && <Since at={asOf} />}
        <Link href="/user/account" className="link hit">
          История
        </Link>
      </div>
      <ul>
        {rows.map(({ account_type: type, amount }) => (
          <li key={type} className={styles.balance}>
            <Lead name={ACCOUNT_NAMES[type as keyof typeof ACCOUNT_NAMES]} value={<b>{formatMoney(amount)}</b>} wraps />
          </li>
        ))}
      </ul>
    </section>
  );
}
