import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { reloadLibraryAtom, startEducationAtom } from '#src/features/education/education.atoms.ts';
import { hearLessons } from '#src/features/education/lessons-run.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** Every screen of education keeps its lists and marks fresh; true when the first look at the server has ended. */
export function useEducation(): boolean {
  const { known, uid } = useAtomValue(sessionAtom);
  const start = useSetAtom(startEducationAtom);
  const reload = useSetAtom(reloadLibraryAtom);
  const [lookedFor, setLookedFor] = useState<string | null>(null);
  useEffect(() => {
    if (!known) return undefined;
    const look = () => void start().finally(() => setLookedFor(uid));
    look();
    const onVisible = () => document.visibilityState === 'visible' && look();
    addEventListener('online', look);
    document.addEventListener('visibilitychange', onVisible);
    const deafen = hearLessons(() => void reload());
    return () => {
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', onVisible);
      deafen();
    };
  }, [known, uid, start, reload]);
  return lookedFor === uid;
}
