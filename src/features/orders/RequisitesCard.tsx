import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { renderSVG } from 'uqr';
import type { Order } from '#contract/orders.ts';
import { getPaymentMethods } from '#contract/payments.ts';
import { type BankRequisites, requisitesText, transferPurpose } from '#contract/requisites.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Order.module.css';

const KEY = 'payment:requisites';

/** A transfer by requisites: any bank's application reads the code, also without a signal here. */
export function RequisitesCard({ order }: { order: Order }) {
  const to = useRequisites();
  if (to === null)
    return (
      <div className={`card ${styles.box} ${styles.requisites}`} aria-busy="true">
        <Skeleton height={208} width={208} radius={12} />
      </div>
    );
  if (to === 'none') return null;
  const svg = renderSVG(requisitesText(to, order.due, order.number), { border: 2 });
  return (
    <section className={`card ${styles.box} ${styles.requisites}`} aria-label="Оплата по реквизитам">
      <h2>Оплата по реквизитам</h2>
      <img
        className={styles.qr}
        alt="QR-код с реквизитами и суммой"
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      />
      <div>
        <p className="soft">
          Наведите камеру приложения банка или перепишите строки. Деньги идут до пяти дней
          {order.payment.pay_until ? `, заказ ждёт до ${momentWords(order.payment.pay_until)}` : ''}.
        </p>
        <Lead name="Получатель" value={to.name} wraps />
        <Lead name="Счёт" value={to.personalAcc} wraps />
        <Lead name="Банк" value={to.bankName} wraps />
        <Lead name="БИК" value={to.bic} wraps />
        <Lead name="Корр. счёт" value={to.correspAcc} wraps />
        <Lead name="ИНН" value={to.payeeInn} wraps />
        <Lead name="Назначение" value={transferPurpose(order.number)} wraps />
        <Lead name="Сумма" value={formatMoney(order.due)} strong />
      </div>
    </section>
  );
}

/** As the shop says now, else as it last said on this phone. Null: not known yet. */
function useRequisites(): BankRequisites | 'none' | null {
  const api = useAtomValue(apiAtom);
  const stores = useAtomValue(storesAtom);
  const { uid } = useAtomValue(sessionAtom);
  const [known, setKnown] = useState<BankRequisites | 'none' | null>(null);
  useEffect(() => {
    let isLeft = false;
    const show = (next: BankRequisites | 'none') => isLeft || setKnown(next);
    void (async () => {
      const store = await stores.person(uid).catch(() => null);
      try {
        const { requisites } = await api.send(getPaymentMethods, {});
        show(requisites ?? 'none');
        if (requisites) await store?.set(KEY, requisites).catch(() => {});
      } catch {
        const kept = await store?.get<BankRequisites>(KEY).catch(() => undefined);
        show(kept && typeof kept.personalAcc === 'string' ? kept : 'none');
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [api, stores, uid]);
  return known;
}
