import { Link, useSearch } from 'wouter';
import { DepositResult } from '#src/features/accounts/deposit/DepositResult.tsx';
import { NewDeposit } from '#src/features/accounts/deposit/NewDeposit.tsx';
import styles from './Deposit.module.css';

/** /user/deposit «Пополнение счёта»: the form; with `?id=` what has become of one, for whoever comes back from a bank's page. */
export function DepositPage() {
  const asked = Number(new URLSearchParams(useSearch()).get('id'));
  const id = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Пополнение счёта</h1>
        <p className="soft">
          Деньги придут на ваш ЛС.{' '}
          <Link href="/user/account" className="link">
            К счетам
          </Link>
        </p>
      </div>
      <section className={`card ${styles.box} ${id === null ? '' : styles.result}`} aria-label="Пополнение">
        {id === null ? <NewDeposit /> : <DepositResult key={id} id={id} />}
      </section>
    </div>
  );
}
