import { type FormEvent, useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskSendParcel, goesWithoutTrack } from '#contract/desk-packing.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import type { Step } from '#src/staff/desk/orders/use-step.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import styles from './DeskParcels.module.css';

type Props = { order: DeskOrder['order']; parcel: DeskParcel; step: Step; isOpen: boolean };

/** The carrier has it. What is typed stays when the shop refuses it. */
export function SendParcel({ order, parcel, step, isOpen }: Props) {
  const [track, setTrack] = useState(parcel.track ?? '');
  const isOurs = goesWithoutTrack(order.delivery.type);
  const errors = step.failure?.kind === 'refused' ? step.failure.refusal.errors?.['track'] : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = { exp_id: order.id, parcel_id: parcel.id, version: parcel.version, track };
    void step.run(deskSendParcel, { body });
  };
  return (
    <form onSubmit={send} className={styles.row} noValidate>
      <Field
        label={`Трек-номер, ${order.delivery.name}`}
        hint={isOurs ? 'Везём сами: номера может не быть.' : undefined}
        error={errors}
      >
        <TextInput
          value={track}
          maxLength={60}
          disabled={!isOpen}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTrack(event.target.value)}
        />
      </Field>
      <Button kind="leaf" type="submit" disabled={!isOpen}>
        {isOurs ? 'Отправить' : 'Передать перевозчику'}
      </Button>
    </form>
  );
}
