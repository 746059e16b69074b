import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { FieldErrors } from '#contract/reply.ts';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { reloadDeskPersonAtom } from '#src/staff/desk/users/desk-users.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './DeskUser.module.css';

type Props = {
  title: string;
  /** The word on the button. */
  word: string;
  done: string;
  hint?: string;
  /** What stands in the way: nothing can be sent. */
  isBlocked?: boolean;
  send: (reason: string, onDoubt: () => void) => Promise<void>;
  onClose: () => void;
  /** Fields of the act; `errors` are those of the shop. */
  children?: (errors: FieldErrors) => ReactNode;
};

/** Every act on a person: its own fields, a reason, one button. A refusal stays in the sheet with all that was typed. */
export function ReasonSheet({ title, word, done, hint, isBlocked = false, send, onClose, children }: Props) {
  const toast = useSetAtom(showToastAtom);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [told, setTold] = useState<{ text: string; isStale: boolean } | null>(null);
  const reload = useSetAtom(reloadDeskPersonAtom);
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const submit = async () => {
    if (state !== 'asking' || isBlocked) return;
    const missing: FieldErrors = reason.trim().length < 3 ? { reason: [MESSAGES.fillField] } : {};
    setErrors(missing);
    setTold(null);
    if (Object.keys(missing).length > 0) return;
    setState('busy');
    try {
      await send(reason.trim(), () => setState('checking'));
      toast({ text: done });
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      setErrors(failure.kind === 'refused' ? (failure.refusal.errors ?? {}) : {});
      const isStale = failure.kind === 'refused' && failure.refusal.code === 'person_changed';
      setTold({ text: failureText(failure), isStale });
      setState('asking');
    }
  };
  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className={styles.sheet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children?.(errors)}
        <Field label="Причина" required error={errors['reason']} hint={hint ?? 'Останется в журнале.'}>
          <TextArea rows={2} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {told && (
          <div role="alert">
            <Note kind="error" icon="alert">
              {told.text}{' '}
              {told.isStale && (
                <button type="button" className="link" onClick={() => void reload().then(onClose)}>
                  Показать новое
                </button>
              )}
            </Note>
          </div>
        )}
        <Button kind="leaf" type="submit" wide aria-disabled={state !== 'asking' || isBlocked || undefined}>
          {state === 'checking' ? 'Проверяем…' : state === 'busy' ? 'Отправляем…' : word}
        </Button>
        {state === 'checking' && <output className="small soft">Связь пропала. Проверяем, сделано ли.</output>}
        <Button kind="quiet" wide onClick={onClose}>
          Закрыть
        </Button>
      </form>
    </Sheet>
  );
}
