import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { createTransferAtom } from '#src/features/transfers/transfers.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';

type Props = { /** Kopecks. */ sum: number; isOff: boolean };

/** What ЛС lacks for a transfer comes from one's own КС, which needs no code; the form stays as it was typed. */
export function TakeFromKs({ sum, isOff }: Props) {
  const create = useSetAtom(createTransferAtom);
  const toast = useSetAtom(showToastAtom);
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const [failure, setFailure] = useState<string | null>(null);
  const take = async () => {
    setState('busy');
    setFailure(null);
    try {
      const body = { kind: 'own', from: 1, amount: sum, comment: '' } as const;
      await create({ body, onDoubt: () => setState('checking') });
      toast({ text: `${formatMoney(sum)} с КС уже на ЛС` });
    } catch (error) {
      setFailure(failureText(failureOf(error)));
    } finally {
      setState('asking');
    }
  };
  return (
    <>
      <Button
        kind="line"
        disabled={isOff}
        aria-disabled={state !== 'asking' || undefined}
        onClick={() => void (state === 'asking' && take())}
      >
        {state === 'checking' ? 'Проверяем…' : state === 'busy' ? 'Переводим…' : `Взять с КС ${formatMoney(sum)}`}
      </Button>
      <div role="alert">
        {failure && (
          <Note kind="error" icon="alert">
            {failure}
          </Note>
        )}
      </div>
    </>
  );
}
