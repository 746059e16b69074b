import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskFetchCarriers, deskRegisterParcel, labelPath } from '#contract/desk-shipping.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import type { Step } from '#src/staff/desk/orders/use-step.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './DeskParcels.module.css';

type Props = { order: DeskOrder['order']; parcel: DeskParcel; step: Step; isOpen: boolean };

/** Where the shop is connected to the carrier, its number comes from there; nobody who knows: by hand. */
export function RegisterParcel({ order, parcel, step, isOpen }: Props) {
  const api = useAtomValue(apiAtom);
  const [types, setTypes] = useState<readonly number[]>([]);
  useEffect(() => {
    let isLeft = false;
    api.send(deskFetchCarriers, {}).then(
      (reply) => !isLeft && setTypes(reply.types),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [api]);
  if (!types.includes(order.delivery.type)) return null;
  const body = { exp_id: order.id, parcel_id: parcel.id, version: parcel.version };
  return (
    <div className={styles.acts}>
      {parcel.track === null ? (
        <Button
          kind="leaf"
          disabled={!isOpen || step.isBusy}
          onClick={() => void step.run(deskRegisterParcel, { body })}
        >
          {step.isBusy ? 'Оформляем…' : `Оформить в ${order.delivery.name}`}
        </Button>
      ) : (
        <a className={buttonClass('line')} href={labelPath(parcel.id)} target="_blank" rel="noreferrer">
          Наклейка перевозчика
        </a>
      )}
    </div>
  );
}
