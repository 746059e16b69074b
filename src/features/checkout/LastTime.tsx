import { useAtomValue } from 'jotai';
import { paymentName } from '#contract/payment-methods.ts';
import { currentWayAtom, sumsAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { LastOrder } from '#src/features/checkout/checkout.types.ts';
import { CarrierConsent, ConsentsBefore, OrderConsent } from '#src/features/checkout/ConsentTicks.tsx';
import type { Checkout } from '#src/features/checkout/use-checkout.ts';
import { isOpenWay } from '#src/features/checkout/ways.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Checkout.module.css';

/** «Как в прошлый раз»: the second order is two taps; one place asks for attention when something is not ready. */
export function LastTime({ last, checkout }: { last: LastOrder; checkout: Checkout }) {
  const way = useAtomValue(currentWayAtom);
  const sums = useAtomValue(sumsAtom);
  const isReady = way !== null && way.state === 'success';
  const where = way?.point?.address ?? last.where;
  return (
    <section className={`card ${styles.lastTime}`} aria-label="Как в прошлый раз">
      <h2>Как в прошлый раз</h2>
      <Lead name="Получатель" value={last.recipient.name} wraps />
      <Lead
        name={way?.name ?? 'Доставка'}
        value={way?.state === 'process' ? 'считаем…' : isReady ? where : 'выберите заново'}
        wraps
      />
      {isReady && way.time && <Lead name="Срок" value={way.time} />}
      <Lead name="Оплата" value={sums.due === 0 ? 'со счетов' : paymentName(last.payment ?? 0)} wraps />
      <Lead
        name="Доставка"
        value={way?.isPaidThere ? 'Оплата при получении' : sums.delivery === null ? '—' : formatMoney(sums.delivery)}
      />
      {way !== null && !isOpenWay(way) && way.state === 'error' && (
        <Note kind="seed">{way.error}. Нажмите «Изменить» и выберите другой способ.</Note>
      )}
      <OrderConsent checkout={checkout} />
      <CarrierConsent checkout={checkout} />
      <Button kind="quiet" wide onClick={checkout.leaveLastTime}>
        Изменить
      </Button>
      <ConsentsBefore checkout={checkout} />
    </section>
  );
}
