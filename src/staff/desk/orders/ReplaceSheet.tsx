import { useState } from 'react';
import { deskGoodwill, type DeskOrder } from '#contract/desk-orders.ts';
import { deskReplacePieces } from '#contract/desk-packing.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ActSheet } from '#src/staff/desk/orders/ActSheet.tsx';
import { Field } from '#src/ui/Field.tsx';
import { NBSP } from '#src/ui/format.ts';
import { Select } from '#src/ui/Select.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';

// What is missing is replaced, and the shop is sorry (docs/product/desk.md#a-piece-that-is-missing, docs/product/desk.md#goodwill).

type Props = { data: DeskOrder; onClose: () => void };

export function ReplaceSheet({ data: { order, buyer }, onClose }: Props) {
  const [lineId, setLineId] = useState(order.items[0]?.line_id ?? 0);
  const [pieces, setPieces] = useState(1);
  const [code, setCode] = useState('');
  const line = order.items.find(({ line_id: id }) => id === lineId);
  const choose = (id: number) => {
    setLineId(id);
    setPieces(1);
  };
  const ready = () =>
    code.trim() === ''
      ? { errors: { code: [MESSAGES.fillField] } }
      : {
          call: deskReplacePieces,
          input: (reason: string) => ({
            body: { exp_id: order.id, version: order.version, line_id: lineId, pieces, code: code.trim(), reason },
          }),
        };
  return (
    <ActSheet
      title="Заменить товар"
      word="Заменить"
      done="Товар заменён"
      reasonHint="Как договорились с покупателем. Останется в истории заказа и в журнале."
      onClose={onClose}
      ready={ready}
    >
      {(errors) => (
        <>
          <Field label="Чего не хватает" required error={errors['line_id']}>
            <Select value={lineId} onChange={(event) => choose(Number(event.target.value))}>
              {order.items.map(({ line_id: id, title, quantity }) => (
                <option key={id} value={id}>
                  {title} ×{NBSP}
                  {quantity}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Сколько штук" required error={errors['pieces']}>
            <Select value={pieces} onChange={(event) => setPieces(Number(event.target.value))}>
              {Array.from({ length: line?.quantity ?? 1 }, (_, i) => (
                <option key={i} value={i + 1}>
                  {i + 1}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Код товара вместо него" required error={errors['code']}>
            <TextInput
              value={code}
              maxLength={40}
              inputMode="numeric"
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <p className="small soft">
            Покупатель не доплачивает.{' '}
            {buyer
              ? 'Если замена дешевле, разница сразу придёт ему на личный счёт.'
              : 'У гостя нет личного счёта: замена не может быть дешевле.'}
          </p>
        </>
      )}
    </ActSheet>
  );
}

/** Whole roubles and kopecks as people type them: «300», «99,50». Null: it is no sum. */
function kopecksOf(typed: string): number | null {
  const found = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/\s/g, ''));
  if (!found) return null;
  const sum = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return sum > 0 ? sum : null;
}

export function GoodwillSheet({ data: { order, buyer }, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('Извините за неудобства с заказом.');
  const amount = kopecksOf(typed);
  const ready = () =>
    amount === null
      ? { errors: { amount: ['Сумма в рублях, например 300 или 99,50'] } }
      : { call: deskGoodwill, input: (reason: string) => ({ body: { exp_id: order.id, amount, words, reason } }) };
  return (
    <ActSheet
      title="Извиниться деньгами"
      word={buyer ? 'Начислить' : 'Вернуть'}
      done={buyer ? 'Деньги на личном счёте' : 'Деньги возвращаются покупателю'}
      onClose={onClose}
      ready={ready}
    >
      {(errors) => (
        <>
          <Field
            label={buyer ? 'Сумма на личный счёт, ₽' : 'Сумма, ₽'}
            hint={buyer ? undefined : 'У гостя нет личного счёта: деньги уйдут тем же способом, каким он платил.'}
            required
            error={errors['amount']}
          >
            <TextInput
              value={typed}
              maxLength={12}
              inputMode="decimal"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Field label="Покупатель прочтёт" required error={errors['words']}>
            <TextArea rows={3} value={words} maxLength={300} onChange={(event) => setWords(event.target.value)} />
          </Field>
        </>
      )}
    </ActSheet>
  );
}
