import { useState } from 'react';
import { deskApproveReturn, deskRefundReturn, deskRefuseReturn, type DeskReturn } from '#contract/desk-returns.ts';
import { type RefundTo, WhereTo } from '#src/staff/desk/orders/ActSheet.tsx';
import { RefundSplitView } from '#src/staff/desk/orders/RefundSplitView.tsx';
import { useRefundSplit } from '#src/staff/desk/orders/use-refund-split.ts';
import { useReturnAct } from '#src/staff/desk/returns/desk-returns.atoms.ts';
import { APPROVED_WORDS } from '#src/staff/desk/returns/desk-returns.words.ts';
import { PieceChoice } from '#src/staff/desk/returns/PieceChoice.tsx';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { ErrorList } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/format.ts';

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
              <PieceChoice
                lines={came}
                label="В продажу"
                chosen={onSale}
                onChoose={(id, pieces) => setOnSale({ ...onSale, [id]: pieces })}
              />
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
