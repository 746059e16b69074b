import { useAtomValue } from 'jotai';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CounterOrder, WaitingOrder } from '#contract/counter.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { unsureAtom, useHandOver } from '#src/staff/punkt/counter.atoms.ts';
import { leftOf, type Marks } from '#src/staff/punkt/counter.rules.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Card.module.css';

type Props = {
  order: WaitingOrder;
  /** As the shop has it now; null: only the device's copy is here. */
  whole: CounterOrder | null;
  marks: Marks;
  isOnline: boolean;
  onDone: () => void;
};

/** The code, one button, and in words why it does not go yet. */
export function HandOverForm({ order, whole, marks, isOnline, onDone }: Props) {
  const handOver = useHandOver();
  const unsure = useAtomValue(unsureAtom) === order.id;
  const [code, setCode] = useState('');
  const [told, setTold] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const left = order.lines.reduce((sum, line) => sum + leftOf(line, marks), 0);
  const reason = whyNot({ isOnline, isThere: whole !== null, needsDesk: whole?.needs_desk === true, left });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'asking') return;
    if (reason !== null) return setTold(reason);
    if (!/^\d{4}$/.test(code)) {
      setTold('Наберите четыре цифры, которые назовёт покупатель');
      return field.current?.focus();
    }
    setTold(null);
    setState('busy');
    const codes = [...marks].map(([line_id, taken]) => ({ line_id, codes: taken.map((one) => one.code) }));
    try {
      const input = { body: { exp_id: order.id, code, marks: codes } };
      await handOver({ input, onDoubt: () => setState('checking') });
      onDone();
    } catch (error) {
      const failure = failureOf(error);
      const isRefused = failure.kind === 'refused' && failure.refusal.code !== 'idempotency_in_flight';
      setTold(isRefused ? failureText(failure) : UNSURE);
      if (isRefused && failure.refusal.code === 'code_wrong') setCode('');
      field.current?.focus();
    } finally {
      setState('asking');
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor={id}>Код выдачи</label>
      <input
        ref={field}
        id={id}
        className={`num ${styles.code}`}
        inputMode="numeric"
        pattern="\d{4}"
        maxLength={4}
        autoComplete="off"
        value={code}
        aria-describedby={`${id}w`}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
      />
      <div id={`${id}w`} role="alert">
        {(told ?? (unsure && state === 'asking' ? UNSURE : null)) && (
          <Note kind="error" icon="alert">
            {told ?? UNSURE}
          </Note>
        )}
      </div>
      {!told && reason && <p className="small soft">{reason}</p>}
      <Button
        kind="leaf"
        size="lg"
        wide
        type="submit"
        aria-disabled={state !== 'asking' || reason !== null || undefined}
      >
        {state === 'checking' ? 'Проверяем…' : state === 'busy' ? 'Выдаём…' : 'Выдать заказ'}
      </Button>
    </form>
  );
}
const UNSURE = 'Ответа нет: неизвестно, выдан ли заказ. Не отдавайте посылку, пока здесь не появится «Выдан».';

type Facts = { isOnline: boolean; isThere: boolean; needsDesk: boolean; left: number };
function whyNot({ isOnline, isThere, needsDesk, left }: Facts): string | null {
  if (!isOnline) return 'Выдать можно только с сетью: код проверяет магазин.';
  if (!isThere) return 'Проверяем заказ в магазине…';
  if (needsDesk) return 'Код трижды набирали неверно. Позвоните в хозяйство: там пришлют покупателю новый.';
  return left > 0 ? `Отсканируйте коды «Честного знака»: осталось ${left}.` : null;
}
