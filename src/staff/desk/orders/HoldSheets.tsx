import { useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskHoldOrder, deskMarkReceived, deskNoteOrder, deskReleaseHold } from '#contract/desk-packing.ts';
import { type DeskHold, HOLD_KINDS, HOLD_WORDS, type HoldKind } from '#contract/parcels.ts';
import { ActSheet } from '#src/staff/desk/orders/ActSheet.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Select } from '#src/ui/Select.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';

// An order waits, goes on, or is told of.

type Props = { data: DeskOrder; onClose: () => void };
const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Moscow' });

export function HoldSheet({ data: { order, holds }, onClose }: Props) {
  const free = HOLD_KINDS.filter((kind) => !holds.some((one) => one.kind === kind));
  const [kind, setKind] = useState<HoldKind>(free[0] ?? 'payment');
  const [words, setWords] = useState(HOLD_WORDS[kind].buyer);
  const [today] = useState(() => dayOf(Date.now()));
  const [until, setUntil] = useState(() => dayOf(Date.now() + 2 * DAY_MS));
  const choose = (next: HoldKind) => {
    // A sentence of one's own stays.
    if (words === HOLD_WORDS[kind].buyer) setWords(HOLD_WORDS[next].buyer);
    setKind(next);
  };
  const input = (reason: string) => ({ body: { exp_id: order.id, kind, until, words, reason } });
  return (
    <ActSheet
      title="Заказ подождёт"
      word="Поставить ожидание"
      done="Заказ ждёт"
      onClose={onClose}
      ready={() => ({ call: deskHoldOrder, input })}
    >
      {(errors) => (
        <>
          <Field label="Почему" required error={errors['kind']}>
            <Select value={kind} onChange={(event) => choose(event.target.value as HoldKind)}>
              {free.map((one) => (
                <option key={one} value={one}>
                  {HOLD_WORDS[one].name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="До какого дня" required error={errors['until']}>
            <TextInput type="date" value={until} min={today} onChange={(event) => setUntil(event.target.value)} />
          </Field>
          <Field label="Покупатель прочтёт" required error={errors['words']}>
            <TextArea rows={3} value={words} maxLength={300} onChange={(event) => setWords(event.target.value)} />
          </Field>
        </>
      )}
    </ActSheet>
  );
}

export const ReleaseSheet = ({ data: { order }, hold, onClose }: Props & { hold: DeskHold }) => (
  <ActSheet
    title={`Снять «${HOLD_WORDS[hold.kind].name}»?`}
    word="Снять ожидание"
    done="Заказ больше не ждёт"
    onClose={onClose}
    ready={() => ({
      call: deskReleaseHold,
      input: (reason) => ({ body: { exp_id: order.id, hold_id: hold.id, reason } }),
    })}
  />
);

export const NoteSheet = ({ data: { order }, onClose }: Props) => (
  <ActSheet
    title="Заметка"
    reasonLabel="Что запомнить"
    reasonHint="Видит только хозяйство, в истории заказа."
    word="Записать"
    done="Заметка записана"
    onClose={onClose}
    ready={() => ({ call: deskNoteOrder, input: (reason) => ({ body: { exp_id: order.id, reason } }) })}
  />
);

export const ReceivedSheet = ({ data: { order }, onClose }: Props) => (
  <ActSheet
    title="Заказ получен?"
    word="Отметить «Получен»"
    done="Заказ получен"
    onClose={onClose}
    ready={() => ({ call: deskMarkReceived, input: (reason) => ({ body: { exp_id: order.id, reason } }) })}
  >
    {() => <p className="soft">Только когда это видно у перевозчика или сказал покупатель.</p>}
  </ActSheet>
);
