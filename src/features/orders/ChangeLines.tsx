import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { changeOrder, type LinesChange, type Order, previewOrderChange } from '#contract/orders.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import styles from './Order.module.css';

type Props = { orderRef: OrderRef; order: Order; onClose: () => void };

/** Fewer pieces until the order is packed: the money of it is shown first, then agreed to. */
export function ChangeLines({ orderRef, order, onClose }: Props) {
  const api = useAtomValue(apiAtom);
  const { get } = useStore();
  const change = useChangeOrder();
  const tell = useSetAtom(showDialogAtom);
  const toast = useSetAtom(showToastAtom);
  const [wish, setWish] = useState<Readonly<Record<number, number>>>({});
  const [preview, setPreview] = useState<LinesChange | null>(null);
  const [isBusy, setBusy] = useState(false);
  const lines = Object.entries(wish).map(([id, quantity]) => ({ line_id: Number(id), quantity }));
  const isEmpty = order.items.every((item) => wish[item.line_id] === 0);
  const body = { ...whichOrder(orderRef), version: order.version, lines };
  const failed = (error: unknown) => {
    const failure = failureOf(error);
    tell({ title: 'Ошибка', text: failure.kind === 'refused' ? failureText(failure) : MESSAGES.tryLater });
  };
  const set = (id: number, quantity: number, whole: number) => {
    setPreview(null);
    const { [id]: _before, ...others } = wish;
    setWish(quantity === whole ? others : { ...others, [id]: quantity });
  };
  const count = async () => {
    setBusy(true);
    try {
      const headers = { 'X-Client-User': await get(ownerAtom) };
      setPreview((await api.send(previewOrderChange, { body }, { headers })).change);
    } catch (error) {
      failed(error);
    }
    setBusy(false);
  };
  const agree = async () => {
    if (!preview || isBusy) return;
    setBusy(true);
    try {
      await change({ ref: orderRef, call: changeOrder, input: { body: { ...body, expected_due: preview.due.to } } });
      toast({ text: 'Заказ изменён' });
      onClose();
    } catch (error) {
      failed(error);
      setBusy(false);
    }
  };
  return (
    <Sheet open onClose={onClose} title="Убрать товары">
      <div className={styles.sheet}>
        <ul className={styles.changing}>
          {order.items.map((item) => {
            const now = wish[item.line_id] ?? item.quantity;
            return (
              <li key={item.line_id}>
                <span>{item.title}</span>
                <Stepper
                  value={now}
                  min={0}
                  max={item.quantity}
                  onChange={(delta) => set(item.line_id, now + delta, item.quantity)}
                />
              </li>
            );
          })}
        </ul>
        {isEmpty && <Note>Чтобы убрать всё, отмените заказ целиком.</Note>}
        {preview && (
          <>
            <Lead name="Было" value={formatMoney(preview.due.from)} />
            {preview.returned > 0 && <Lead name="Вернётся на счета" value={formatMoney(preview.returned)} />}
            {preview.refund > 0 && (
              <Lead name="Вернётся туда, откуда пришла оплата" value={formatMoney(preview.refund)} wraps />
            )}
            <p className={styles.total}>
              <span>Станет</span>
              <b className="num">{formatMoney(preview.due.to)}</b>
            </p>
          </>
        )}
        <Button
          kind="leaf"
          size="lg"
          wide
          disabled={lines.length === 0 || isEmpty}
          aria-disabled={isBusy || undefined}
          onClick={() => void (preview ? agree() : count())}
        >
          {preview ? 'Изменить заказ' : 'Посчитать'}
        </Button>
      </div>
    </Sheet>
  );
}
