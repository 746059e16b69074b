import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { type LessonLoad, loadLessonAtom } from '#src/features/education/education.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** A lesson with its quiz, from the phone or the shop; null while nothing is known. */
export function useLesson(id: number): { load: LessonLoad | null; again: () => void } {
  const { known, uid } = useAtomValue(sessionAtom);
  const loadLesson = useSetAtom(loadLessonAtom);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ of: string; load: LessonLoad } | null>(null);
  const of = `${uid} ${id}`;
  useEffect(() => {
    if (!known) return undefined;
    let isLeft = false;
    void loadLesson(id).then((load) => !isLeft && setState({ of, load }));
    return () => {
      isLeft = true;
    };
  }, [known, id, of, round, loadLesson]);
  const load = state?.of === of ? state.load : null;
  // What could not be had is asked for as soon as there is a network.
  const isMissing = load?.kind === 'offline' || load?.kind === 'failed';
  useEffect(() => {
    if (!isMissing) return undefined;
    const retry = () => setRound((now) => now + 1);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isMissing]);
  return {
    load,
    again: () => {
      setState(null);
      setRound(round + 1);
    },
  };
}
