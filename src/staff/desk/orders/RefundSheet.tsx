import { useState } from 'react';
import { type DeskOrder, deskRefundOrder } from '#contract/desk-orders.ts';
import { ActSheet, type RefundTo, WhereTo } from '#src/staff/desk/orders/ActSheet.tsx';
import { RefundSplitView } from '#src/staff/desk/orders/RefundSplitView.tsx';
import { useRefundSplit } from '#src/staff/desk/orders/use-refund-split.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { ErrorList } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Select } from '#src/ui/Select.tsx';
import styles from './DeskOrder.module.css';

/**
 * Pieces of lines, or all of it. What exactly goes back and where to the shop counts, and it is seen before it is confirmed
 * (docs/product/desk.md#refunds).
 */
export function RefundSheet({ data: { order, buyer }, onClose }: { data: DeskOrder; onClose: () => void }) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const [wishesDelivery, setWishesDelivery] = useState(false);
  const [to, setTo] = useState<RefundTo>('source');
  const { items } = order;
  const isWhole = items.every(({ line_id: id, quantity }) => chosen[id] === quantity);
  const withDelivery = isWhole && wishesDelivery && order.delivery_cost > 0;
  const lines = items.flatMap(({ line_id }) => {
    const pieces = chosen[line_id] ?? 0;
    return pieces > 0 ? [{ line_id, pieces }] : [];
  });
  const asked = {
    exp_id: order.id,
    version: order.version,
    lines,
    with_delivery: withDelivery,
    refund_to: to,
  };
  const count = useRefundSplit(lines.length === 0 ? null : asked);
  const chooseAll = () => {
    setChosen(Object.fromEntries(items.map(({ line_id: id, quantity }) => [id, quantity])));
    setWishesDelivery(true);
  };
  const ready = () =>
    lines.length === 0
      ? { errors: { lines: ['Выберите, за что вернуть деньги'] } }
      : { call: deskRefundOrder, input: (reason: string) => ({ body: { ...asked, reason } }) };
  return (
    <ActSheet
      title="Вернуть деньги"
      word="Вернуть деньги"
      done="Деньги возвращаются"
      onClose={onClose}
      ready={ready}
      isWaiting={lines.length > 0 && count.split === null}
    >
      {(errors) => (
        <>
          <Button kind="soft" onClick={chooseAll}>
            Весь заказ
          </Button>
          <ul className={styles.lines}>
            {items.map(({ line_id: id, title, quantity, price }) => (
              <li key={id}>
                <span>
                  {title} <span className="small mute num">по {formatMoney(price)}</span>
                </span>
                <Select
                  aria-label={`Вернуть штук: ${title}`}
                  value={chosen[id] ?? 0}
                  onChange={(event) => setChosen({ ...chosen, [id]: Number(event.target.value) })}
                >
                  {Array.from({ length: quantity + 1 }, (_, pieces) => (
                    <option key={pieces} value={pieces}>
                      {pieces} из {quantity}
                    </option>
                  ))}
                </Select>
              </li>
            ))}
          </ul>
          <ErrorList errors={errors['lines'] ?? []} role="alert" />
          {order.delivery_cost > 0 && (
            <Checkbox
              checked={withDelivery}
              disabled={!isWhole}
              onChange={(event) => setWishesDelivery(event.target.checked)}
            >
              И доставку, {formatMoney(order.delivery_cost)}
              {!isWhole && <span className="small mute"> — вместе со всеми товарами</span>}
            </Checkbox>
          )}
          {buyer && <WhereTo to={to} onChange={setTo} />}
          {lines.length > 0 && <RefundSplitView order={order} count={count} />}
        </>
      )}
    </ActSheet>
  );
}
