import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import { type DeskOrder } from '#contract/desk-orders.ts';
import { deskJoinDeferred, deskStartPacking } from '#contract/desk-packing.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { ParcelCard } from '#src/staff/desk/orders/ParcelCard.tsx';
import { useStep } from '#src/staff/desk/orders/use-step.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskParcels.module.css';
import { numberWords } from '#src/ui/format.ts';

/** From «Оплачен» to the carrier (docs/product/desk.md#parcels): what waits, each parcel, and what is in none yet. */
export function DeskParcels({ data }: { data: DeskOrder }) {
  const { order, parcels, holds, can, together } = data;
  const { isOnline } = useAtomValue(networkAtom);
  const step = useStep();
  const [hasStarted, setStarted] = useState(false);
  const { deferred } = together;
  if (parcels.length === 0 && holds.length === 0 && deferred.length === 0 && !can.pack) return null;
  const join = (id: number) =>
    void step.run(deskJoinDeferred, { body: { exp_id: order.id, version: order.version, joined: [id] } });
  const start = () => {
    setStarted(true);
    void step.run(deskStartPacking, { body: { exp_id: order.id, version: order.version } });
  };
  return (
    <section className={`card ${styles.box}`} aria-labelledby="desk-parcels">
      <h2 id="desk-parcels">Сборка</h2>
      {holds.map(({ id, words, owner, until, is_late: isLate, reason }) => (
        <Note key={id} kind={isLate ? 'error' : 'seed'} icon="clock">
          <p>
            <b>Ждёт до {momentWords(until)}</b>
            {isLate && ', срок прошёл'}: {reason}. Ведёт {owner}.
          </p>
          <p className="soft">Покупатель читает: «{words}»</p>
        </Note>
      ))}
      {order.shipment !== null && (
        <p>
          Едет в отправке{' '}
          <Link href={`/desk/orders/${order.shipment}`} className="link num">
            {numberWords(order.shipment)}
          </Link>
          : соберите, и посылка ляжет внутрь неё.
        </p>
      )}
      {order.carries.length > 0 && (
        <p>
          Отправка отложенных:{' '}
          {order.carries.map((id, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <Link href={`/desk/orders/${id}`} className="link num">
                {numberWords(id)}
              </Link>
            </span>
          ))}
          . Соберите их и положите посылки внутрь.
        </p>
      )}
      {deferred.map(({ exp_id: id, pieces, since }) => (
        <Note key={id} icon="clock">
          <div className={styles.stack}>
            <p>
              Отложен на складе: заказ{' '}
              <Link href={`/desk/orders/${id}`} className="link num">
                {numberWords(id)}
              </Link>
              , {pieces} шт., с {momentWords(since)}.
            </p>
            <Button kind="line" disabled={!isOnline || holds.length > 0} onClick={() => join(id)}>
              Отправить вместе
            </Button>
          </div>
        </Note>
      ))}
      {parcels.map((parcel) => (
        <ParcelCard
          key={parcel.id}
          order={order}
          parcel={parcel}
          others={together.parcels}
          isHeld={holds.length > 0}
          takesFocus={hasStarted && parcel === parcels.at(-1)}
        />
      ))}
      {step.failure && (
        <div role="alert">
          <Note kind="error" icon="alert">
            {failureText(step.failure)}
          </Note>
        </div>
      )}
      {can.pack && (
        <Button kind="leaf" disabled={!isOnline} aria-disabled={step.isBusy || undefined} onClick={start}>
          {parcels.length === 0 ? 'Взять в сборку' : 'Собрать остальное'}
        </Button>
      )}
    </section>
  );
}
