import { Link } from 'wouter';
import { LogoutProgress } from '#src/features/session/LogoutProgress.tsx';
import styles from './Logout.module.css';

export function Logout() {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Выход</h1>
      <LogoutProgress />
      <Link href="/katalog" className={`link ${styles.link}`}>
        В каталог
      </Link>
    </div>
  );
}
