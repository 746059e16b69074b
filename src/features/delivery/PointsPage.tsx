import { useAtomValue, useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ALL_CITIES, type City, findCity } from '#contract/cities.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { askFrame, askWays, lastTown, type Points } from '#src/features/delivery/ask-points.ts';
import { POINT_WAYS } from '#src/features/delivery/points.rules.ts';
import { PointsView } from '#src/features/delivery/PointsView.tsx';
import { cityAtom } from '#src/features/session/city-state.atoms.ts';
import { chipClass } from '#src/ui/chip-class.ts';
import { Field } from '#src/ui/Field.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './PointsView.module.css';

const HERE = '/punkty';
const COUNTRIES: readonly (readonly [number, string])[] = [
  [1, 'Россия'],
  [4, 'Казахстан'],
  [11, 'Киргизия'],
];
const byName = new Intl.Collator('ru');
const TOWNS = ALL_CITIES.toSorted((a, b) => byName.compare(a.title, b.title));

/** /punkty «Пункты выдачи»: where a parcel can be taken in a town. Town and carrier stand in the address: `?city=3&way=11`. */
export function PointsPage() {
  const { get } = useStore();
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const town = useTown(Number(params.get('city')));
  const { found, retry } = useTownPoints(town);
  // What the shop does not offer, or has nowhere in this town, is not on offer here either; nor is what this phone has no copy of.
  const isCopy = found?.some((points) => points.kind === 'points' && points.at !== null);
  const ways = POINT_WAYS.flatMap(([type, name], i) => {
    const points = found?.[i];
    const isThere = points?.kind === 'points' ? points.points.length > 0 : points && !points.isOff && !isCopy;
    return points && isThere ? [{ type, name, points }] : [];
  });
  const asked = Number(params.get('way'));
  const way = ways.find(({ type }) => type === asked) ?? ways[0];
  const go = (city: number, type?: DeliveryType) =>
    navigate(`${HERE}?city=${city}${type ? `&way=${type}` : ''}`, { replace: true });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>Пункты выдачи</h1>
      <div className={styles.choose}>
        <Field label="Город">
          <Select value={town?.id ?? ''} onChange={(event) => go(Number(event.target.value), way?.type)}>
            {COUNTRIES.map(([country, name]) => (
              <optgroup key={country} label={name}>
                {TOWNS.filter(({ countryId }) => countryId === country).map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        {town && ways.some(({ points }) => points.kind === 'points') && (
          <fieldset className={styles.filters} aria-label="Кто доставляет">
            {ways.map(({ type, name, points }) => (
              <button
                key={type}
                type="button"
                className={chipClass()}
                aria-pressed={type === way?.type}
                onClick={() => go(town.id, type)}
              >
                {name} {points.kind === 'points' && <span className="num">{points.points.length}</span>}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <PointsView
        key={`${town?.id}:${way?.type}`}
        points={found === null ? null : (way?.points ?? NO_POINTS)}
        onRetry={retry}
        onFrame={async (frame) => (town && way ? askFrame(get, { type: way.type, place: placeIn(town), frame }) : null)}
      />
    </div>
  );
}
const placeIn = ({ id, lat, lon }: City) => ({ lat, lon, address: { city_id: id } });
const NO_POINTS: Points = { kind: 'points', points: [], at: null, isTruncated: false };

/** The town of the address, else the chosen city (docs/product/addresses.md#city), else the one looked at last on this phone. */
function useTown(id: number): City | undefined {
  const { get } = useStore();
  const city = useAtomValue(cityAtom);
  const [last, setLast] = useState<City>();
  useEffect(() => {
    let isLeft = false;
    void lastTown(get).then((known) => isLeft || setLast(findCity(known ?? 0) ?? ALL_CITIES[0]));
    return () => {
      isLeft = true;
    };
  }, [get]);
  return findCity(id) ?? findCity(city?.id ?? 0) ?? last;
}

/** Of every way, so that the phone has them all without a signal; null while they are asked for. */
function useTownPoints(town: City | undefined): { found: readonly Points[] | null; retry: () => void } {
  const { get, set } = useStore();
  const [answer, setAnswer] = useState<{ town: City; found: readonly Points[] } | null>(null);
  const [asking, setAsking] = useState(0);
  const types = useMemo(() => POINT_WAYS.map(([type]) => type), []);
  useEffect(() => {
    if (!town) return undefined;
    let isLeft = false;
    void askWays(get, set, { types, place: placeIn(town) }).then((found) => isLeft || setAnswer({ town, found }));
    return () => {
      isLeft = true;
    };
  }, [get, set, town, types, asking]);
  return {
    found: answer?.town === town ? (answer?.found ?? null) : null,
    retry: () => {
      setAnswer(null);
      setAsking(asking + 1);
    },
  };
}
