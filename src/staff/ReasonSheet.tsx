import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { FieldErrors } from '#contract/reply.ts';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './ReasonSheet.module.css';

export type ReasonSheetProps = {
  title: string;
  /** The word on the button. */
  word: string;
  done: string;
  /** Of the words that every act wants, and under which name the shop knows them. */
  label?: string;
  hint: string;
  name?: 'reason' | 'words';
  firstWords?: string;
  /** Something must be seen first, or stands in the way: nothing can be sent. */
  isWaiting?: boolean;
  /** Faults that can be seen without asking the shop. */
  judge?: () => FieldErrors;
  send: (reason: string, onDoubt: () => void) => Promise<void>;
  onClose: () => void;
  /** What stands beside a refusal: a way to what has changed. */
  afterRefusal?: (failure: Failure) => ReactNode;
  /** Fields of the act; `errors` are those of the shop. */
  children?: ((errors: FieldErrors) => ReactNode) | undefined;
};

/** Every act of the staff: its own fields, words, one button. A refusal stays in the sheet with all that was typed. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { title, word, done, label = 'Причина', hint, name = 'reason', firstWords = '', isWaiting = false } = props;
  const { judge, send, onClose, afterRefusal, children } = props;
  const toast = useSetAtom(showToastAtom);
  const [reason, setReason] = useState(firstWords);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const submit = async () => {
    if (state !== 'asking' || isWaiting) return;
    const missing: FieldErrors = reason.trim().length < 3 ? { [name]: [MESSAGES.fillField] } : {};
    const faults = { ...judge?.(), ...missing };
    setErrors(faults);
    setFailure(null);
    if (Object.keys(faults).length > 0) return;
    setState('busy');
    try {
      await send(reason.trim(), () => setState('checking'));
      toast({ text: done });
      onClose();
    } catch (error) {
      const failed = failureOf(error);
      setErrors(failed.kind === 'refused' ? (failed.refusal.errors ?? {}) : {});
      setFailure(failed);
      setState('asking');
    }
  };
  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children?.(errors)}
        <Field label={label} required error={errors[name]} hint={hint}>
          <TextArea
            rows={name === 'words' ? 5 : 2}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failure && (
          <div role="alert">
            <Note kind="error" icon="alert">
              {failureText(failure)} {afterRefusal?.(failure)}
            </Note>
          </div>
        )}
        <Button kind="leaf" type="submit" wide aria-disabled={state !== 'asking' || isWaiting || undefined}>
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
