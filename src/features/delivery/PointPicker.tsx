import { useAtomValue, useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { DeliveryPoint } from '#contract/delivery.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { askPoints, type Points } from '#src/features/delivery/ask-points.ts';
import { isOpenNow, pointFacts, searchPoints } from '#src/features/delivery/points.rules.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { chipClass } from '#src/ui/chip-class.ts';
import { NBSP } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './PointPicker.module.css';

type Props = {
  way: { type: DeliveryType; name: string };
  place: { lat: number; lon: number; address: { city_id: number } };
  chosen: string | null;
  onTake: (point: DeliveryPoint) => void;
  onClose: () => void;
};
type Filter = 'open' | 'postamat' | 'heavy';
const FILTERS: readonly [Filter, string][] = [
  ['open', 'Открыты сейчас'],
  ['postamat', 'Постаматы'],
  ['heavy', `До${NBSP}15${NBSP}кг`],
];
const HEAVY_GRAMS = 15_000;

/** The list is enough by itself: nearest first, a search, three filters; a map only repeats it (docs/product/delivery.md#points). */
export function PointPicker({ way, place, chosen, onTake, onClose }: Props) {
  const { get, set } = useStore();
  const { isOnline } = useAtomValue(networkAtom);
  const [points, setPoints] = useState<Points | null>(null);
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState<readonly Filter[]>([]);
  const [open, setOpen] = useState(chosen);
  // The list does not change under the finger when a minute passes.
  const [now] = useState(() => new Date());
  useEffect(() => {
    let isLeft = false;
    void askPoints(get, set, { type: way.type, place }).then((answer) => isLeft || setPoints(answer));
    return () => {
      isLeft = true;
    };
  }, [get, set, way.type, place]);
  const shown = useMemo(() => {
    const all = points?.kind === 'points' ? points.points : [];
    return searchPoints(all, query).filter(
      (point) =>
        (!filters.includes('open') || isOpenNow(point, now) !== false) &&
        (!filters.includes('postamat') || point.gateType === 'postamat') &&
        (!filters.includes('heavy') || point.max_weight === null || point.max_weight >= HEAVY_GRAMS),
    );
  }, [points, query, filters, now]);
  const total = points?.kind === 'points' ? points.points.length : 0;
  const toggle = (filter: Filter) =>
    setFilters(filters.includes(filter) ? filters.filter((one) => one !== filter) : [...filters, filter]);
  return (
    <Sheet open onClose={onClose} size="wide" title={`Пункты: ${way.name.replace(', пункт', '')}`}>
      <div className={styles.picker}>
        <div className={styles.tools}>
          <TextInput
            type="search"
            aria-label="Улица или метро"
            placeholder="Улица или метро"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <div className={styles.filters}>
            {FILTERS.map(([filter, text]) => (
              <button
                key={filter}
                type="button"
                className={chipClass()}
                aria-pressed={filters.includes(filter)}
                onClick={() => toggle(filter)}
              >
                {text}
              </button>
            ))}
          </div>
          <output className="small mute num">
            {points ? (shown.length === total ? `Всего ${total}` : `${shown.length} из ${total}`) : 'Ищем пункты…'}
          </output>
          {!isOnline && points?.kind === 'points' && points.at && (
            <Note icon="offline">
              Нет сети — пункты на{NBSP}
              {points.at}
            </Note>
          )}
        </div>
        {points === null && <Skeleton height={240} radius={12} />}
        {points?.kind === 'failed' && (
          <Note kind="error" icon="alert">
            {points.text}
          </Note>
        )}
        {points?.kind === 'points' && shown.length === 0 && (
          <p className="soft">
            {total === 0
              ? 'Нет доступных ПВЗ. Попробуйте уменьшить карту.'
              : 'Ничего не нашли. Уберите фильтры или поищите другую улицу.'}
          </p>
        )}
        <ul aria-label="Пункты выдачи" className={styles.list}>
          {shown.map((point, i) => (
            <li key={point.id} aria-label={point.address} className={point.id === open ? styles.on : undefined}>
              <button
                type="button"
                className={styles.row}
                aria-expanded={point.id === open}
                onClick={() => setOpen(point.id)}
              >
                <span className={`num ${styles.number}`}>{i + 1}</span>
                <b>{point.address}</b>
                <span className="small mute num">{distanceWords(point.distance)}</span>
                <span className={`small mute ${styles.facts}`}>{pointFacts(point, now)}</span>
              </button>
              {point.id === open && (
                <div className={styles.take}>
                  {point.note && <p className="small soft">{point.note}</p>}
                  <Button kind="leaf" onClick={() => onTake(point)}>
                    Забрать здесь
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

function distanceWords(metres: number | null): string {
  if (metres === null) return '';
  return metres < 1000
    ? `${Math.round(metres / 50) * 50}${NBSP}м`
    : `${(metres / 1000).toFixed(1).replace('.', ',')}${NBSP}км`;
}
