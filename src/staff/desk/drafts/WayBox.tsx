import { useState } from 'react';
import { findCity } from '#contract/cities.ts';
import { choiceOf, type DeliveryRow, hasPoints, isFreight } from '#contract/delivery-types.ts';
import { missingWords } from '#contract/delivery-offer.ts';
import { placeLine, toPlace } from '#src/features/checkout/find-place.ts';
import { PlaceCombo } from '#src/features/checkout/PlaceCombo.tsx';
import { PointPicker } from '#src/features/delivery/PointPicker.tsx';
import type { BoxProps } from '#src/staff/desk/drafts/use-draft.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorList, Field, TextInput } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/format.ts';
import styles from './Drafts.module.css';

/** Where to and by which way: the prices are the shop's, for what is ordered now. */
export function WayBox({ draft, fields, errors, edit }: BoxProps) {
  const { address } = fields;
  const place = (patch: Partial<NonNullable<typeof address>>) => address && edit({ address: { ...address, ...patch } });
  const found = address === null ? null : address.street && address.house ? 'door' : 'city';
  return (
    <section className={`card ${styles.box}`} aria-labelledby="draft-way">
      <h2 id="draft-way">Доставка</h2>
      <PlaceCombo
        where={fields.where}
        found={found}
        error={errors['where']}
        onType={(line) => edit({ where: line, address: null })}
        onTake={(one) => edit({ where: placeLine(one), address: toPlace(one).address, way: gateless(fields.way) })}
      />
      {address && (
        <div className={styles.pair}>
          <Field label="Индекс">
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={address.index ?? ''}
              maxLength={6}
              onChange={(event) => place({ index: event.target.value.replaceAll(/\D/g, '') || null })}
            />
          </Field>
          <Field label="Квартира">
            <TextInput
              autoComplete="off"
              value={address.flat ?? ''}
              maxLength={20}
              onChange={(event) => place({ flat: event.target.value || null })}
            />
          </Field>
        </div>
      )}
      {address && draft.ways.length > 0 && (
        <fieldset className={styles.ways} role="radiogroup" aria-label="Способ доставки">
          {draft.ways.map((row) => (
            <WayLine key={row.type} row={row} fields={fields} edit={edit} />
          ))}
        </fieldset>
      )}
      <ErrorList errors={errors['way'] ?? []} role="alert" />
    </section>
  );
}
/** A point of another town is none of this one's. */
const gateless = (way: BoxProps['fields']['way']) => way && { ...way, gate_id: null, gate_name: '' };

function WayLine({ row, fields, edit }: Pick<BoxProps, 'fields' | 'edit'> & { row: DeliveryRow }) {
  const [isPicking, setPicking] = useState(false);
  const { way, address } = fields;
  const isChosen = way?.type === row.type;
  const cost = row.costSelected ?? row.costGate ?? row.cost;
  const city = address?.city_id ? findCity(address.city_id) : undefined;
  const mayPick = isChosen && city !== undefined && hasPoints(row.type) && choiceOf(row.type) !== 'nothing';
  const words =
    row.state === 'error'
      ? row.error
      : row.state === 'need_choose'
        ? (row.notice ?? missingWords(row.type))
        : (row.address ?? row.notice);
  return (
    <div className={styles.way}>
      <label>
        <input
          type="radio"
          name="draft-way"
          aria-label={row.name}
          checked={isChosen}
          disabled={row.state === 'error'}
          onChange={() => edit({ way: { type: row.type, gate_id: null, gate_name: '' } })}
        />
        <span>
          <b>{row.name}</b>
          {words && <span className={`small ${row.state === 'error' ? styles.fault : 'soft'}`}>{words}</span>}
        </span>
        <span className={styles.cost}>
          <b className="num">
            {isFreight(row.type) ? 'При получении' : cost === null ? '' : cost === 0 ? 'Бесплатно' : formatMoney(cost)}
          </b>
          {row.deliveryTime && <span className="small mute num">{row.deliveryTime}</span>}
        </span>
      </label>
      {mayPick && (
        <div className={styles.pick}>
          {way?.gate_name && <span className="small">{way.gate_name}</span>}
          <Button kind="line" onClick={() => setPicking(true)}>
            {way?.gate_id ? 'Другой пункт' : 'Выбрать пункт выдачи'}
          </Button>
          {way?.gate_id && choiceOf(row.type) === 'door_or_gate' && (
            <Button kind="quiet" onClick={() => edit({ way: gateless(way) })}>
              До двери
            </Button>
          )}
        </div>
      )}
      {isPicking && city && (
        <PointPicker
          way={row}
          place={{ lat: address?.lat ?? city.lat, lon: address?.lon ?? city.lon, address: { city_id: city.id } }}
          chosen={way?.gate_id ?? null}
          onTake={(point) => {
            setPicking(false);
            edit({ way: { type: row.type, gate_id: point.id, gate_name: point.address } });
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
