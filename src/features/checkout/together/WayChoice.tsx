import { use, useState } from 'react';
import { placeLine, toPlace } from '#src/features/checkout/find-place.ts';
import { PlaceCombo } from '#src/features/checkout/PlaceCombo.tsx';
import { PointPickerSlot } from '#src/features/checkout/slots.ts';
import { hasDoor, wantsIndex } from '#src/features/checkout/together/together.ts';
import type { TogetherPage } from '#src/features/checkout/together/use-together.ts';
import { isOpenWay, type Way } from '#src/features/checkout/ways.ts';
import { WayRow } from '#src/features/checkout/WayRow.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { formatWeight } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Together.module.css';

/** Where to, and every way that goes there with this weight. */
export function WayChoice({ page }: { page: TogetherPage }) {
  const { state, edit, offered, ways, current, look } = page;
  const pickPoint = use(PointPickerSlot);
  const [picked, setPicked] = useState<Way | null>(null);
  const { place } = state;
  const choose = (way: Way) => {
    edit({ way: { type: way.type, mode: way.mode } });
    if (way.mode === 'gate' && way.canPick && !way.point) setPicked(way);
  };
  return (
    <section className={`card ${styles.box}`} aria-labelledby="together-way">
      <h2 id="together-way">Куда и чем</h2>
      <PlaceCombo
        where={state.where}
        found={place && (hasDoor(place) ? 'door' : 'city')}
        onType={(where) => edit({ where, place: null })}
        onTake={(found) => edit({ where: placeLine(found), place: toPlace(found), points: {} })}
      />
      {place && (
        <div className={styles.pair}>
          <Field label="Индекс">
            <TextInput
              className="num"
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={6}
              defaultValue={place.address.index ?? ''}
              onChange={({ target }) => {
                const index = target.value.replaceAll(/\D/g, '');
                if (index.length === 6) edit({ place: { ...place, address: { ...place.address, index } } });
              }}
            />
          </Field>
          <Field label="Квартира">
            <TextInput
              autoComplete="off"
              maxLength={20}
              value={place.address.flat ?? ''}
              onChange={({ target }) =>
                edit({ place: { ...place, address: { ...place.address, flat: target.value || null } } })
              }
            />
          </Field>
        </div>
      )}
      {offered.failure && (
        <Note kind="error" icon="alert">
          {offered.failure}{' '}
          <button type="button" className="link" onClick={look}>
            Повторить
          </button>
        </Note>
      )}
      {offered.isAsking && ways.length === 0 && <Skeleton height={180} radius={12} />}
      {place && ways.length > 0 && (
        <fieldset className={styles.ways} role="radiogroup" aria-label="Способ доставки">
          <ul>
            {ways.map((way) => (
              <WayRow
                key={way.key}
                way={way}
                isChosen={way.key === current?.key}
                onChoose={() => isOpenWay(way) && choose(way)}
                onPick={() => setPicked(way)}
                onRetry={look}
              >
                {wantsIndex(way) ? <p className="small">Укажите индекс выше</p> : null}
              </WayRow>
            ))}
          </ul>
        </fieldset>
      )}
      {offered.weight !== null && ways.length > 0 && (
        <p className="small soft">С упаковкой {formatWeight(offered.weight)}.</p>
      )}
      {picked &&
        place &&
        pickPoint({
          way: picked,
          place,
          chosen: state.points[picked.type]?.id ?? null,
          onTake: (point) => {
            edit({ way: { type: picked.type, mode: 'gate' }, points: { ...state.points, [picked.type]: point } });
            setPicked(null);
          },
          onClose: () => setPicked(null),
        })}
    </section>
  );
}
