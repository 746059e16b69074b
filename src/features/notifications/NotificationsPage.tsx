import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Notification } from '#contract/notifications.ts';
import {
  inboxAtom,
  loadInboxAtom,
  loadOlderAtom,
  markReadAtom,
} from '#src/features/notifications/notifications.atoms.ts';
import { PushSwitch } from '#src/features/notifications/PushSwitch.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatAt } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { OlderButton } from '#src/ui/OlderButton.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Notifications.module.css';

/** /user/notifications «Уведомления»: what the account was told, and whether this device shows it by itself. */
export function NotificationsPage() {
  const { shown, older, hasMore } = useAtomValue(inboxAtom);
  const load = useSetAtom(loadInboxAtom);
  const markRead = useSetAtom(markReadAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  const { data, failure, isCopy } = shown;
  const newest = data?.rows[0];
  const isNew = !isCopy && newest !== undefined && (data?.unread ?? 0) > 0;
  useEffect(() => {
    if (isNew) void markRead(newest.id);
    // Which one is the newest decides: the same object comes anew with every answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNew, newest?.id, markRead]);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Уведомления</h1>
        {isCopy && shown.at && <AsOf at={shown.at} />}
      </div>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={data ? 'offline' : 'alert'}>
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load()}>
            Повторить
          </button>
        </Note>
      )}
      {data === null && !failure && <Waiting />}
      {data?.rows.length === 0 && (
        <div className="card">
          <EmptyState
            drawing="sprout"
            title="Пока тихо"
            text="Здесь появятся новости ваших заказов: оплата, отправка, возврат."
          />
        </div>
      )}
      {data !== null && data.rows.length > 0 && (
        <div className={`card ${styles.list}`}>
          <ul>
            {[...data.rows, ...older].map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          {hasMore && <More />}
        </div>
      )}
      <PushSwitch />
    </div>
  );
}

function Row({ row: { title, text, path, at, is_read: isRead } }: { row: Notification }) {
  return (
    <li>
      <Link href={path} className={styles.row}>
        <span className={isRead ? styles.dot : `${styles.dot} ${styles.fresh}`} aria-hidden="true" />
        <span className={styles.title}>
          {!isRead && <span className="sr">Новое: </span>}
          {title}
        </span>
        {text !== '' && <span className={styles.text}>{text}</span>}
        <time dateTime={at} className={styles.at}>
          {formatAt(at)}
        </time>
      </Link>
    </li>
  );
}

function More() {
  const load = useSetAtom(loadOlderAtom);
  return (
    <OlderButton
      className={styles.more}
      onMore={async () => {
        const failure = await load();
        return failure && failureText(failure);
      }}
    />
  );
}

/** The final geometry of three rows. */
const Waiting = () => (
  <div className={`card ${styles.list}`} aria-busy="true">
    {[0, 1, 2].map((i) => (
      <div key={i} className={styles.ghost}>
        <Skeleton width="58%" height={18} />
        <Skeleton width="76%" height={14} />
        <Skeleton width="24%" height={12} />
      </div>
    ))}
  </div>
);
