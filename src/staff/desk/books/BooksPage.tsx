import { Corrections } from '#src/staff/desk/books/Corrections.tsx';
import { Liabilities } from '#src/staff/desk/books/Liabilities.tsx';
import { Reconciliation } from '#src/staff/desk/books/Reconciliation.tsx';
import styles from './Books.module.css';

/** /desk/books: what is owed, gateways against the ledger, corrections, registers. */
export function BooksPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Счета и сверка</h1>
      <Corrections />
      <Liabilities />
      <Reconciliation />
    </div>
  );
}
