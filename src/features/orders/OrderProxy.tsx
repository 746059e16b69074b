import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { setOrderProxy } from '#contract/order-proxy.ts';
import type { Order } from '#contract/orders.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import styles from './Order.module.css';

/** Somebody else collects it: a code of their own, which the buyer passes on (docs/product/counter.md#code). */
export function OrderProxy({ orderRef, order }: { orderRef: OrderRef; order: Order }) {
  const change = useChangeOrder();
  const { isOnline } = useAtomValue(networkAtom);
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState('');
  const [told, setTold] = useState<string | null>(null);
  const { proxy } = order;
  const save = async (next: string) => {
    setTold(null);
    try {
      await change({
        ref: orderRef,
        call: setOrderProxy,
        input: { body: { ...whichOrder(orderRef), name: next } },
      });
      setAsking(false);
    } catch (error) {
      setTold(failureText(failureOf(error)));
    }
  };
  if (proxy)
    return (
      <div>
        <p>
          Может забрать: {proxy.name}
          {proxy.code !== null && (
            <>
              , код <b className="num">{proxy.code}</b>
            </>
          )}
        </p>
        {told && <p role="alert">{told}</p>}
        <Button kind="quiet" disabled={!isOnline} onClick={() => void save('')}>
          Отменить
        </Button>
      </div>
    );
  if (!isAsking)
    return (
      <Button kind="quiet" disabled={!isOnline} onClick={() => setAsking(true)}>
        Заберёт другой человек
      </Button>
    );
  return (
    <form
      className={styles.proxy}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (name.trim().length < 2) setTold('Имя и фамилия того, кто придёт');
        else void save(name.trim());
      }}
    >
      <Field
        label="Кто заберёт"
        required
        error={told}
        hint="Сделаем отдельный код. Передайте его только этому человеку."
      >
        <TextInput value={name} maxLength={80} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button kind="soft" type="submit" disabled={!isOnline}>
        Сделать код
      </Button>
    </form>
  );
}
