import { useAtomValue } from 'jotai';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { agreeToOrder, type Order } from '#contract/orders.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Order.module.css';

type Consent = Order['needs_consents'][number];
const PAPERS: Record<Consent, { label: string; path: string; text: ReactNode }> = {
  personal: {
    label: 'Согласие на обработку персональных данных',
    path: '/kompaniya/soglasie',
    text: 'согласие на обработку персональных данных',
  },
  delivery: {
    label: 'Согласие на передачу имени, телефона и адреса перевозчику',
    path: '/kompaniya/soglasie',
    text: <>согласие на передачу имени, телефона и{'\u00a0'}адреса перевозчику</>,
  },
  offer: { label: 'Согласие с условиями оферты', path: '/kompaniya/oferta', text: <>согласие с{'\u00a0'}офертой</> },
};
const ORDER: readonly Consent[] = ['personal', 'delivery', 'offer'];

/** An order that the shop wrote down by telephone: the buyer agrees for themselves, then pays (docs/product/desk.md#an-order-by-telephone). */
export function OrderAgree({ orderRef, order }: { orderRef: OrderRef; order: Order }) {
  const { isOnline } = useAtomValue(networkAtom);
  const change = useChangeOrder();
  const [ticks, setTicks] = useState<Partial<Record<Consent, boolean>>>({});
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = ORDER.filter((one) => order.needs_consents.includes(one));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    if (asked.some((one) => !ticks[one])) return setSaid('Отметьте все согласия: без них заказ не оплатить');
    setBusy(true);
    setSaid(null);
    try {
      const consents = { personal: true, offer: true, delivery: ticks.delivery ?? false };
      await change({ ref: orderRef, call: agreeToOrder, input: { body: { ...whichOrder(orderRef), consents } } });
    } catch (error) {
      setSaid(failureText(failureOf(error)));
    }
    setBusy(false);
  };
  return (
    <form
      className={`card ${styles.box}`}
      aria-labelledby="order-agree"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <h2 id="order-agree">Проверьте заказ</h2>
      <p className="soft">
        Мы записали его с{'\u00a0'}ваших слов. Если всё верно, отметьте согласия и{'\u00a0'}оплатите.
      </p>
      {asked.map((one) => (
        <Checkbox
          key={one}
          checked={ticks[one] ?? false}
          aria-label={PAPERS[one].label}
          onChange={({ target }) => setTicks((before) => ({ ...before, [one]: target.checked }))}
        >
          Даю{' '}
          <Link href={PAPERS[one].path} className="link" target="_blank">
            {PAPERS[one].text}
          </Link>
        </Checkbox>
      ))}
      {said && (
        <div role="alert">
          <Note kind="error" icon="alert">
            {said}
          </Note>
        </div>
      )}
      <Button kind="leaf" size="lg" wide type="submit" aria-disabled={isBusy || !isOnline || undefined}>
        {isOnline ? 'Всё верно, к оплате' : 'К оплате — когда будет сеть'}
      </Button>
    </form>
  );
}
