import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { logoutAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { type Failure, failureOf } from '#src/platform/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

/** Logs out without asking: coming here was the gesture. Without a network it refuses honestly and nothing changes. */
export function LogoutProgress() {
  const logOut = useSetAtom(logoutAtom);
  const { known, user } = useAtomValue(sessionAtom);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isStarted = useRef(false);
  const run = useCallback(async () => {
    setFailure(null);
    try {
      await logOut();
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, [logOut]);
  const isReady = known && !user.isGuest;
  useEffect(() => {
    if (!isReady || isStarted.current) return;
    isStarted.current = true;
    void run();
  }, [isReady, run]);

  if (failure === null) return <output className="soft">{known && user.isGuest ? 'Вы вышли.' : 'Выходим…'}</output>;
  return (
    <>
      <div role="alert">
        <Note kind="error" icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failure.kind === 'offline'
            ? 'Нужен интернет: без него магазин не узнает, что вы вышли. Вы пока в кабинете.'
            : 'Выйти не получилось. Вы пока в кабинете.'}
        </Note>
      </div>
      <Button kind="leaf" onClick={() => void run()}>
        Повторить
      </Button>
    </>
  );
}
