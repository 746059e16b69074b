import { useStore } from 'jotai';
import { type FormEvent, useState } from 'react';
import { punktCloseShift, punktOpenShift, type Shift } from '#contract/counter.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { useCounterAct, whatIsUnsent } from '#src/staff/punkt/counter.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './Counter.module.css';

type Props = { site: string; shift: Shift | null; onClose: () => void; onDone: () => void };

/** A shift is opened by one tap and closed by a count (docs/product/counter.md#shift). */
export function ShiftSheet({ site, shift, onClose, onDone }: Props) {
  const act = useCounterAct();
  const { get } = useStore();
  const [counted, setCounted] = useState('');
  const [note, setNote] = useState('');
  const [told, setTold] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const number = /^\d{1,6}$/.test(counted.trim()) ? Number(counted) : null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (shift && number === null) return setTold('Посчитайте посылки на полках и напишите, сколько их');
    setBusy(true);
    try {
      const unsent = shift ? await whatIsUnsent(get) : null;
      if (unsent !== null) return setTold(unsent);
      if (shift) await act({ call: punktCloseShift, ref: site, input: { body: { site, counted: number ?? 0, note } } });
      else await act({ call: punktOpenShift, ref: site, input: { body: { site } } });
      onDone();
      onClose();
    } catch (error) {
      setTold(failureText(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet open onClose={onClose} title={shift ? 'Закрыть смену' : 'Открыть смену'}>
      <form className={styles.sheet} noValidate onSubmit={(event) => void send(event)}>
        {shift ? (
          <>
            <Field label="Посылок на полках" required hint="Посчитайте руками: магазин сверит со своим числом.">
              <TextInput inputMode="numeric" value={counted} maxLength={6} autoComplete="off" onChange={(event) => setCounted(event.target.value)} />
            </Field>
            <Field label="В чём разница" hint="Только если число не сошлось.">
              <TextInput value={note} maxLength={300} onChange={(event) => setNote(event.target.value)} />
            </Field>
          </>
        ) : (
          <p>Без открытой смены заказы не выдаются. Смена одна на все планшеты пункта.</p>
        )}
        <div role="alert">
          {told && (
            <Note kind="error" icon="alert">
              {told}
            </Note>
          )}
        </div>
        <Button kind="leaf" size="lg" wide type="submit" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Отправляем…' : shift ? 'Закрыть смену' : 'Открыть смену'}
        </Button>
      </form>
    </Sheet>
  );
} // prettier-ignore
