import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { QUIZ_PAUSE_MS } from '#contract/education-progress.ts';
import type { Quiz } from '#contract/education.ts';
import { serverNowAtom } from '#src/features/education/quiz.atoms.ts';
import { clockWords, pauseLeft } from '#src/features/education/quiz.rules.ts';
import { Button } from '#src/ui/Button.tsx';

type AgainProps = {
  retryAt: number | null;
  current: Quiz;
  onBegin: (quiz: Quiz) => Promise<void>;
  children: string;
};
/** The way to a new attempt; within the pause a running clock says how long it lasts. */
export function Again({ retryAt, current, onBegin, children }: AgainProps) {
  const left = usePause(retryAt);
  return (
    <div>
      <Button
        kind="leaf"
        size="lg"
        disabled={left > 0}
        aria-describedby="quiz-pause"
        onClick={() => void onBegin(current)}
      >
        {children}
      </Button>
      <p id="quiz-pause" className="small soft">
        {left > 0 && (
          <>
            Пауза перед новой попыткой:{' '}
            <time role="timer" className="num">
              {clockWords(left)}
            </time>
          </>
        )}
      </p>
    </div>
  );
}

function usePause(retryAt: number | null): number {
  const serverNow = useAtomValue(serverNowAtom);
  const [left, setLeft] = useState(() => pauseLeft(retryAt, serverNow(), QUIZ_PAUSE_MS));
  useEffect(() => {
    const look = () => {
      const now = pauseLeft(retryAt, serverNow(), QUIZ_PAUSE_MS);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [retryAt, serverNow]);
  return left;
}
