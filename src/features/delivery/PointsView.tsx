import { useAtomValue } from 'jotai';
import { useMemo, useRef, useState } from 'react';
import type { DeliveryPoint } from '#contract/delivery.ts';
import type { Frame, Points } from '#src/features/delivery/ask-points.ts';
import { PointList } from '#src/features/delivery/PointList.tsx';
import { PointMap } from '#src/features/delivery/PointMap.tsx';
import { filterPoints, POINT_FILTERS, type PointFilter, searchPoints } from '#src/features/delivery/points.rules.ts';
import { streetMeant } from '#src/features/delivery/street-meant.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { chipClass } from '#src/ui/chip-class.ts';
import { NBSP, pluralOf } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './PointsView.module.css';

type Tab = 'list' | 'map';
/** On a phone one of them is seen. */
const TABS: readonly [Tab, string][] = [
  ['list', 'Список'],
  ['map', 'Карта'],
];

type Props = {
  /** null while they are asked for. */
  points: Points | null;
  chosen?: string | null;
  /** Without it the points are only looked at. */
  onTake?: (point: DeliveryPoint) => void;
  onRetry: () => void;
  /** Asked for what a part of the map has, when the town has more points than a list holds. */
  onFrame: (frame: Frame) => Promise<Points | null>;
};

/** The list is enough by itself: nearest first, a search, three filters; a map only repeats it (docs/product/delivery.md#points). */
export function PointsView({ points: ofTown, chosen = null, onTake, onRetry, onFrame }: Props) {
  const { points, isFollowed, follow, leave } = useFrame(ofTown, onFrame);
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState<readonly PointFilter[]>([]);
  const [open, setOpen] = useState(chosen);
  const [tab, setTab] = useState<Tab>('list');
  // The list does not change under the finger when a minute passes.
  const [now] = useState(() => new Date());
  const all = useMemo(() => (points?.kind === 'points' ? points.points : []), [points]);
  const shown = useMemo(() => filterPoints(searchPoints(all, query), filters, now), [all, query, filters, now]);
  const toggle = (filter: PointFilter) =>
    setFilters(filters.includes(filter) ? filters.filter((one) => one !== filter) : [...filters, filter]);
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <TextInput
          type="search"
          aria-label="Улица или метро"
          placeholder="Улица или метро"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className={styles.filters}>
          {POINT_FILTERS.map(([filter, text]) => (
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
        <p className={styles.count}>
          <output className="small mute num">{countWords(points, shown.length, all.length, isFollowed)}</output>
          {isFollowed && (
            <button type="button" className="link small" onClick={leave}>
              Показать весь город
            </button>
          )}
        </p>
        <Copy points={points} />
      </div>
      <div className={styles.tabs}>
        {TABS.map(([name, text]) => (
          <button
            key={name}
            type="button"
            className={chipClass()}
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div className={styles.both} data-tab={tab}>
        <div className={styles.side}>
          {points === null && <Skeleton height={240} radius={12} />}
          {points?.kind === 'failed' && (
            <Note kind="error" icon="alert">
              {points.text}{' '}
              <Button kind="quiet" onClick={onRetry}>
                Повторить
              </Button>
            </Note>
          )}
          {points?.kind === 'points' && shown.length === 0 && (
            <NothingFound all={all} query={query} hasFilters={filters.length > 0} onQuery={setQuery} />
          )}
          <PointList points={shown} now={now} open={open} onOpen={setOpen} onTake={onTake} />
        </div>
        <PointMap points={shown} open={open} onOpen={setOpen} isFollowed={isFollowed} onMove={follow} />
      </div>
    </div>
  );
}

/** The list follows the map where the town has more points than fit a list. Only the last question is listened to. */
function useFrame(ofTown: Points | null, ask: Props['onFrame']) {
  const [part, setPart] = useState<{ of: Points; points: Points } | null>(null);
  const asking = useRef(0);
  const isFollowed = part !== null && part.of === ofTown;
  const follow = (frame: Frame) => {
    if (ofTown?.kind !== 'points' || !ofTown.isTruncated) return;
    const mine = (asking.current += 1);
    void ask(frame).then((points) => {
      if (points && asking.current === mine) setPart({ of: ofTown, points });
    });
  };
  const leave = () => {
    asking.current += 1;
    setPart(null);
  };
  return { points: isFollowed ? part.points : ofTown, isFollowed, follow, leave };
}

function countWords(points: Points | null, shown: number, total: number, isPart: boolean): string {
  if (points === null) return 'Ищем пункты…';
  if (points.kind === 'failed') return '';
  if (shown < total) return `${shown} из ${total}`;
  if (isPart) return points.isTruncated ? `В этой части карты больше ${total}` : `В этой части карты ${total}`;
  return points.isTruncated ? `Ближайшие ${total}` : `Всего ${total}`;
}

function Copy({ points }: { points: Points | null }) {
  const { isOnline } = useAtomValue(networkAtom);
  if (isOnline || points?.kind !== 'points' || !points.at) return null;
  return (
    <Note icon="offline">
      Нет сети — пункты на{NBSP}
      {points.at}
    </Note>
  );
}

const POINTS = { one: 'пункт', few: 'пункта', many: 'пунктов', other: 'пункта' };

type NothingProps = {
  all: readonly DeliveryPoint[];
  query: string;
  hasFilters: boolean;
  onQuery: (query: string) => void;
};
/** Why the list is empty, and one step out of it. */
function NothingFound({ all, query, hasFilters, onQuery }: NothingProps) {
  if (all.length === 0) return <p className="soft">Нет доступных ПВЗ. Попробуйте уменьшить карту.</p>;
  const meant = streetMeant(all, query);
  if (!meant)
    return (
      <p className="soft">
        {hasFilters
          ? 'Ничего не нашли. Уберите фильтры или поищите другую улицу.'
          : 'Ничего не нашли. Поищите другую улицу.'}
      </p>
    );
  return (
    <div className={styles.meant}>
      <p className="h3">Улицы «{meant.typed}» нет</p>
      <p className="soft">
        Искали{' '}
        <button type="button" className="link" onClick={() => onQuery(meant.query)}>
          «{meant.word}»
        </button>
        ? Там {meant.count} {pluralOf(meant.count, POINTS)}.
      </p>
    </div>
  );
}
