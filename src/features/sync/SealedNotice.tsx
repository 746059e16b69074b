import { useAtom } from 'jotai';
import { Link, useLocation } from 'wouter';
import { sealedCountAtom } from '#src/features/sync/sealed.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatNumber, NBSP, pluralOf } from '#src/ui/format.ts';
import styles from './SyncNotice.module.css';

/** The session has ended with a queue on the phone: what waits, and what it waits for. */
export function SealedNotice() {
  const [count, setCount] = useAtom(sealedCountAtom);
  const [path] = useLocation();
  if (count === 0 || path === '/login') return null;
  return (
    <aside className={styles.notice} aria-label="Сессия закончилась">
      <output className={styles.words}>
        <b>Сессия закончилась</b>
        <br />
        {waitingWords(count)} Войдите снова, и{NBSP}всё отправится.
      </output>
      <div className={styles.actions}>
        <Button kind="line" onClick={() => setCount(0)}>
          Не сейчас
        </Button>
        <Link href={`/login?return=${encodeURIComponent(path)}`} className={buttonClass('leaf')}>
          Войти
        </Link>
      </div>
    </aside>
  );
}

const waitingWords = (count: number): string =>
  pluralOf(count, {
    one: `На телефоне ждёт отправки ${formatNumber(count)} действие.`,
    few: `На телефоне ждут отправки ${formatNumber(count)} действия.`,
    many: `На телефоне ждут отправки ${formatNumber(count)} действий.`,
    other: `На телефоне ждут отправки ${formatNumber(count)} действия.`,
  });
