import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { disputeBonus } from '#contract/bonuses.ts';
import { useDispute } from '#src/features/accounts/accounts.atoms.ts';
import { monthTitle } from '#src/features/accounts/accounts.words.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './Account.module.css';

type Props = {
  period: number;
  /** Kept by the page: who closes the sheet to look at the rows again finds the words as they were. */
  text: string;
  onText: (text: string) => void;
  onSent: () => void;
  onClose: () => void;
};
/** «Оспорить начисление»: a refusal stays in the sheet with all that was typed. */
export function DisputeSheet({ period, text, onText, onSent, onClose }: Props) {
  const send = useDispute();
  const toast = useSetAtom(showToastAtom);
  const [fault, setFault] = useState<string[]>([]);
  const [told, setTold] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const submit = async () => {
    if (state !== 'asking') return;
    const missing = text.trim().length < 10 ? [disputeBonus.fieldWords['text'] ?? ''] : [];
    setFault(missing);
    setTold(null);
    if (missing.length > 0) return;
    setState('busy');
    try {
      toast({ text: await send({ period, text: text.trim() }, () => setState('checking')) });
      onSent();
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      setFault(failure.kind === 'refused' ? (failure.refusal.errors?.['text'] ?? []) : []);
      setTold(failureText(failure));
      setState('asking');
    }
  };
  return (
    <Sheet open onClose={onClose} title={`Оспорить: ${monthTitle(period)}`}>
      <form
        className={styles.sheet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="С чем вы не согласны" required error={fault} hint="Назовите людей или заказы, о которых речь.">
          <TextArea rows={4} value={text} maxLength={2000} onChange={(event) => onText(event.target.value)} />
        </Field>
        {told && (
          <div role="alert">
            <Note kind="error" icon="alert">
              {told}
            </Note>
          </div>
        )}
        <Button kind="leaf" type="submit" wide aria-disabled={state !== 'asking' || undefined}>
          {state === 'checking' ? 'Проверяем…' : state === 'busy' ? 'Отправляем…' : 'Отправить вопрос'}
        </Button>
      </form>
    </Sheet>
  );
}
