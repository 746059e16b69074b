import { type FormEvent, useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskSendParcel, goesWithoutTrack } from '#contract/desk-packing.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import type { Step } from '#src/staff/desk/orders/use-step.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import styles from './DeskParcels.module.css';

type Props = {
  order: DeskOrder['order'];
  parcel: DeskParcel;
  /** Parcels of the same person's other orders to the same place. */
  others: DeskOrder['together']['parcels'];
  step: Step;
  isOpen: boolean;
};

/** The carrier has it. What is typed stays when the shop refuses it. */
export function SendParcel({ order, parcel, others, step, isOpen }: Props) {
  const [track, setTrack] = useState(parcel.track ?? '');
  // Parcels of a shipment's orders lie in it unless they are taken out; into any other parcel they are put.
  const isOuter = order.carries.length > 0;
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const isInside = (id: number): boolean => flipped.has(id) !== isOuter;
  const isOurs = goesWithoutTrack(order.delivery.type);
  const errors = step.failure?.kind === 'refused' ? step.failure.refusal.errors?.['track'] : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const inside = others
      .filter(({ parcel_id: id }) => isInside(id))
      .map(({ parcel_id, version }) => ({ parcel_id, version }));
    const body = { exp_id: order.id, parcel_id: parcel.id, version: parcel.version, track, inside };
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
      {(!isOurs || isOuter) && others.length > 0 && (
        <fieldset className={styles.inside}>
          <legend className="small soft">Положить внутрь: тот же человек и тот же адрес</legend>
          {others.map(({ parcel_id: id, code, pieces }) => (
            <Checkbox
              key={id}
              checked={isInside(id)}
              disabled={!isOpen}
              onChange={() => {
                const next = new Set(flipped);
                if (!next.delete(id)) next.add(id);
                setFlipped(next);
              }}
            >
              <span className="num">{code}</span>, {pieces} шт.
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Button kind="leaf" type="submit" disabled={!isOpen}>
        {isOurs ? 'Отправить' : 'Передать перевозчику'}
      </Button>
    </form>
  );
}
