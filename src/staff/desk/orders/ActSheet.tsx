import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '#contract/call.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { type DeskAct, useAct } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './DeskOrder.module.css';

/** What an act asks of the shop, or the faults that can be seen without asking. */
export type Ready<C extends DeskAct> = { call: C; input: (reason: string) => CallInput<C> } | { errors: FieldErrors };
type Props<C extends DeskAct> = {
  title: string;
  /** The word on the button. */
  word: string;
  done: string;
  ready: () => Ready<C>;
  /** Something that must be seen before the act is not there yet. */
  isWaiting?: boolean;
  onClose: () => void;
  reasonLabel?: string;
  reasonHint?: string;
  children?: (errors: FieldErrors) => ReactNode;
};

/** Every act: its own fields, a reason, one button. A refusal stays in the sheet with all that was typed. */
export function ActSheet<C extends DeskAct>({
  title,
  word,
  done,
  ready,
  isWaiting = false,
  reasonLabel = 'Причина',
  reasonHint = 'Останется в истории заказа и в журнале.',
  onClose,
  children,
}: Props<C>) {
  const act = useAct();
  const toast = useSetAtom(showToastAtom);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [told, setTold] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const send = async () => {
    if (state !== 'asking' || isWaiting) return;
    const asked = ready();
    const missing: FieldErrors = reason.trim().length < 3 ? { reason: [MESSAGES.fillField] } : {};
    const faults = { ...('errors' in asked ? asked.errors : {}), ...missing };
    setErrors(faults);
    setTold(null);
    if ('errors' in asked || Object.keys(faults).length > 0) return;
    setState('busy');
    try {
      await act({ call: asked.call, input: asked.input(reason.trim()), onDoubt: () => setState('checking') });
      toast({ text: done });
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      setErrors(failure.kind === 'refused' ? (failure.refusal.errors ?? {}) : {});
      setTold(failureText(failure));
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
          void send();
        }}
      >
        {children?.(errors)}
        <Field label={reasonLabel} required error={errors['reason']} hint={reasonHint}>
          <TextArea rows={2} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {told && (
          <div role="alert">
            <Note kind="error" icon="alert">
              {told}
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

export type RefundTo = 'source' | 'ls';
type ToProps = { to: RefundTo; onChange: (to: RefundTo) => void };
/** Only for whoever has accounts; a guest's money goes the way it came. */
export const WhereTo = ({ to, onChange }: ToProps) => (
  <fieldset role="radiogroup" aria-label="Куда вернуть">
    <Checkbox type="radio" name="refund" checked={to === 'source'} onChange={() => onChange('source')}>
      Туда, откуда пришла оплата
    </Checkbox>
    <Checkbox type="radio" name="refund" checked={to === 'ls'} onChange={() => onChange('ls')}>
      На личный счёт
    </Checkbox>
  </fieldset>
);
