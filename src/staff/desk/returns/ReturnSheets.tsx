import { useState } from 'react';
import {
  deskApproveReturn,
  deskReceiveReturn,
  deskRefundReturn,
  deskRefuseReturn,
  type DeskReturn,
} from '#contract/desk-returns.ts';
import { type RefundTo, WhereTo } from '#src/staff/desk/orders/ActSheet.tsx';
import { RefundSplitView } from '#src/staff/desk/orders/RefundSplitView.tsx';
import { useRefundSplit } from '#src/staff/desk/orders/use-refund-split.ts';
import { useReturnAct } from '#src/staff/desk/returns/desk-returns.atoms.ts';
import { APPROVED_WORDS } from '#src/staff/desk/returns/desk-returns.words.ts';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { ErrorList } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Select } from '#src/ui/Select.tsx';
import styles from './DeskReturns.module.css';

type Props = { one: DeskReturn; onClose: () => void };
const stepOf = ({ id, version }: DeskReturn) => ({ return_id: id, version });

/** The buyer reads what stands here. */
export function AnswerSheet({ one, how, onClose }: Props & { how: 'approve' | 'refuse' }) {
  const act = useReturnAct();
  const isYes = how === 'approve';
  return (
    <ReasonSheet
      title={isYes ? `Одобрить ${one.code}` : `Отказать по ${one.code}`}
      word={isYes ? 'Одобрить' : 'Отказать'}
      done={isYes ? 'Возврат одобрен' : 'Отказ отправлен'}
      label="Покупатель прочтёт"
      hint={isYes ? 'Как передать товар и кто платит за пересылку.' : 'Почему нельзя и что можно сделать.'}
      name="words"
      firstWords={isYes ? APPROVED_WORDS : ''}
      onClose={onClose}
      send={(words, onDoubt) =>
        act({ call: isYes ? deskApproveReturn : deskRefuseReturn, input: { body: { ...stepOf(one), words } }, onDoubt })
      }
    />
  );
}

type Chosen = Readonly<Record<number, number>>;
const toPieces = (chosen: Chosen) => Object.entries(chosen).map(([id, pieces]) => ({ line_id: Number(id), pieces }));

/** So many of so many, for each line. */
function PieceChoice({
  lines,
  label,
  chosen,
  onChange,
}: {
  lines: readonly { line_id: number; title: string; most: number }[];
  label: string;
  chosen: Chosen;
  onChange: (next: Chosen) => void;
}) {
  return (
    <ul className={styles.pieces}>
      {lines.map(({ line_id: id, title, most }) => (
        <li key={id}>
          <span>{title}</span>
          <Select
            aria-label={`${label}: ${title}`}
            value={chosen[id] ?? 0}
            onChange={(event) => onChange({ ...chosen, [id]: Number(event.target.value) })}
          >
            {Array.from({ length: most + 1 }, (_, pieces) => (
              <option key={pieces} value={pieces}>
                {pieces} из {most}
              </option>
            ))}
          </Select>
        </li>
      ))}
    </ul>
  );
}

export function ReceiveSheet({ one, onClose }: Props) {
  const act = useReturnAct();
  const [came, setCame] = useState<Chosen>(() =>
    Object.fromEntries(one.lines.map(({ line_id: id, pieces }) => [id, pieces])),
  );
  return (
    <ReasonSheet
      title={`Принять товар по ${one.code}`}
      word="Товар принят"
      done="Товар принят"
      hint="В каком виде пришёл. Останется в истории заказа."
      label="Что пришло"
      onClose={onClose}
      send={(reason, onDoubt) =>
        act({ call: deskReceiveReturn, input: { body: { ...stepOf(one), lines: toPieces(came), reason } }, onDoubt })
      }
    >
      {(errors) => (
        <>
          <PieceChoice
            lines={one.lines.map((line) => ({ ...line, most: line.pieces }))}
            label="Пришло штук"
            chosen={came}
            onChange={setCame}
          />
          <ErrorList errors={errors['lines'] ?? []} role="alert" />
        </>
      )}
    </ReasonSheet>
  );
}

/** Money, and what becomes of the goods: on sale again, or written off. Its split is seen before it is confirmed. */
export function RefundReturnSheet({ one, onClose }: Props) {
  const act = useReturnAct();
  const { order, state } = one;
  const [to, setTo] = useState<RefundTo>('source');
  const [wishesDelivery, setWishesDelivery] = useState(false);
  const [onSale, setOnSale] = useState<Chosen>({});
  const withDelivery = wishesDelivery && order.is_whole;
  const due = one.lines.flatMap(({ line_id, pieces, received }) => {
    const count = state === 'received' ? (received ?? 0) : pieces;
    return count > 0 ? [{ line_id, pieces: count }] : [];
  });
  const asked = { version: order.version, with_delivery: withDelivery, refund_to: to };
  const count = useRefundSplit({ exp_id: order.id, lines: due, ...asked });
  const came = one.lines.flatMap((line) => ((line.received ?? 0) > 0 ? [{ ...line, most: line.received ?? 0 }] : []));
  return (
    <ReasonSheet
      title={`Вернуть деньги по ${one.code}`}
      word="Вернуть деньги"
      done="Деньги возвращаются"
      hint="Останется в истории заказа и в журнале."
      isWaiting={count.split === null}
      onClose={onClose}
      send={(reason, onDoubt) => {
        const { version: order_version, ...where } = asked;
        const body = { ...stepOf(one), order_version, ...where, on_sale: toPieces(onSale), reason };
        return act({ call: deskRefundReturn, input: { body }, onDoubt });
      }}
    >
      {(errors) => (
        <>
          {came.length > 0 ? (
            <>
              <p className="soft">Сколько годится в продажу. Остальное спишется.</p>
              <PieceChoice lines={came} label="В продажу" chosen={onSale} onChange={setOnSale} />
              <ErrorList errors={errors['on_sale'] ?? []} role="alert" />
            </>
          ) : (
            <p className="soft">Товар не принят: деньги вернутся, а товар останется у покупателя.</p>
          )}
          {order.is_whole && order.delivery_cost > 0 && (
            <Checkbox checked={withDelivery} onChange={(event) => setWishesDelivery(event.target.checked)}>
              И доставку, {formatMoney(order.delivery_cost)}
            </Checkbox>
          )}
          {order.has_account && <WhereTo to={to} onChange={setTo} />}
          <RefundSplitView order={{ payment: { type: order.payment_type }, items: one.lines }} count={count} />
        </>
      )}
    </ReasonSheet>
  );
}
