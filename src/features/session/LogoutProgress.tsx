import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { logoutAtom, sendQueueAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { pluralOf } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './LogoutProgress.module.css';

/**
 * Coming here was the gesture: nobody is asked again, unless something done on this phone has not reached the shop yet
 * (docs/product/offline.md F16): then the person decides.
 */
export function LogoutProgress() {
  const logOut = useSetAtom(logoutAtom);
  const { known, user, uid } = useAtomValue(sessionAtom);
  const queue = useAtomValue(syncAtom);
  const [isLeaving, setLeaving] = useState(false);
  const isStarted = useRef(false);
  const unsent = queue.pending.length + queue.rejected.length;
  const isReady = known && !user.isGuest && queue.isRead && queue.uid === uid;
  const run = useCallback(() => {
    isStarted.current = true;
    setLeaving(true);
    void logOut();
  }, [logOut]);
  useEffect(() => {
    if (isReady && unsent === 0 && !isStarted.current) run();
  }, [isReady, unsent, run]);

  if (known && user.isGuest && !isLeaving) return <output className="soft">Вы вышли.</output>;
  if (isLeaving || !isReady || unsent === 0) return <output className="soft">Выходим…</output>;
  return <Unsent waiting={queue.pending.length} refused={queue.rejected.length} onLeave={run} />;
}

function Unsent({ waiting, refused, onLeave }: { waiting: number; refused: number; onLeave: () => void }) {
  const { isOnline } = useAtomValue(networkAtom);
  const sendNow = useSetAtom(sendQueueAtom);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await sendNow();
    setSending(false);
  };
  const words = [
    waiting > 0 &&
      `не отправлено ${waiting}\u00a0${pluralOf(waiting, { one: 'действие', few: 'действия', many: 'действий', other: 'действия' })}`,
    refused > 0 && `не принято магазином ${refused}`,
  ].filter(Boolean);
  return (
    <section className={styles.unsent} aria-label="Неотправленное">
      <Note kind="seed" icon="info">
        На этом телефоне {words.join(', ')}. После выхода это пропадёт.
      </Note>
      <div className={styles.choice}>
        {waiting > 0 && (
          <Button
            kind="leaf"
            aria-disabled={!isOnline || isSending || undefined}
            aria-describedby={isOnline ? undefined : 'logout-offline'}
            onClick={() => isOnline && !isSending && void send()}
          >
            {isSending ? 'Отправляем…' : 'Отправить сейчас'}
          </Button>
        )}
        <Button kind="line" onClick={onLeave}>
          Удалить и выйти
        </Button>
        <Link href="/user" className={buttonClass('quiet')}>
          Остаться
        </Link>
      </div>
      {waiting > 0 && !isOnline && (
        <p id="logout-offline" className="small soft">
          Отправить сейчас нельзя: нет интернета.
        </p>
      )}
    </section>
  );
}
