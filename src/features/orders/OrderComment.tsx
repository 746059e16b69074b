import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { type Order, saveOrderComment } from '#contract/orders.ts';
import { type OrderRef, orderName, whichOrder } from '#src/features/orders/orders.rules.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import styles from './Order.module.css';

const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** The state `order-comment` of the specification: a word to whoever packs or hands it over. */
export function OrderComment({ orderRef, order }: { orderRef: OrderRef; order: Order }) {
  const draftKey = `draft:${orderName(orderRef)}`;
  const { isOnline } = useAtomValue(networkAtom);
  const change = useChangeOrder();
  const [typed, setTyped] = useState(() => readDraft(draftKey) ?? order.comment);
  const [said, setSaid] = useState<{ text: string; isError: boolean } | null>(null);
  const write = (text: string) => {
    setTyped(text);
    setSaid(null);
    writeDraft(draftKey, text === order.comment ? null : text);
  };
  const save = async () => {
    try {
      await change({
        ref: orderRef,
        call: saveOrderComment,
        input: { body: { ...whichOrder(orderRef), comment: typed } },
      });
      writeDraft(draftKey, null);
      setSaid({ text: `Сохранено в ${time.format(new Date())}`, isError: false });
    } catch (error) {
      setSaid({ text: failureText(failureOf(error)), isError: true });
    }
  };
  return (
    <section className={`card ${styles.box}`} aria-label="Комментарий">
      <h2>Комментарий</h2>
      <Field label="Комментарий к заказу" error={said?.isError ? said.text : null}>
        <TextArea
          rows={3}
          value={typed}
          maxLength={1000}
          placeholder="Что передать пункту выдачи?"
          onChange={(event) => write(event.target.value)}
        />
      </Field>
      <div className={styles.saving}>
        <Button kind="soft" disabled={!isOnline || typed.trim() === order.comment} onClick={() => void save()}>
          Сохранить
        </Button>
        <output className="small soft">
          {isOnline ? said && !said.isError && said.text : 'Сохраним, когда будет сеть: нажмите ещё раз.'}
        </output>
      </div>
    </section>
  );
}

/** Outlives a reload of this tab; a browser may forbid the storage. */
function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
function writeDraft(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Nothing to keep it in.
  }
}
