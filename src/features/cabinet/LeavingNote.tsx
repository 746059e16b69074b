import { Link } from 'wouter';
import { Note } from '#src/ui/Note.tsx';
import styles from './LeavingNote.module.css';

const DAY = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
});

/** On every screen of the cabinet while the account waits for its end (docs/product/law.md#deletion). */
export function LeavingNote({ deleteAt }: { deleteAt: string }) {
  return (
    <div className={`wrap ${styles.leaving}`}>
      <Note kind="seed" icon="clock">
        <b>Аккаунт удалится {DAY.format(new Date(deleteAt)).replace(/\s*г\.$/, '')}.</b> До этого дня можно передумать.
        Новые заказы закрыты.{' '}
        <Link href="/user/consents#udalenie" className="link">
          Отменить удаление
        </Link>
      </Note>
    </div>
  );
}
