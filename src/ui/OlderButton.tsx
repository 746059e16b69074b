import { useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

/** Below a list: asks for what is older. `onMore` answers null, or in words why it did not come. */
export function OlderButton({ className, onMore }: { className?: string; onMore: () => Promise<string | null> }) {
  const [isAsking, setAsking] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  const ask = async () => {
    setAsking(true);
    setWords(await onMore());
    setAsking(false);
  };
  return (
    <div className={className}>
      {words !== null && <Note kind="error">{words}</Note>}
      <Button kind="line" aria-disabled={isAsking} onClick={() => !isAsking && void ask()}>
        {isAsking ? 'Загружаем…' : 'Показать ещё'}
      </Button>
    </div>
  );
}
