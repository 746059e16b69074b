import { useStore } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DeliveryPoint } from '#contract/delivery.ts';
import { askTiles, type Frame, type Tiles } from '#src/features/delivery/ask-points.ts';
import type { Mark, PointsMap } from '#src/features/delivery/map/draw-map.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import styles from './PointMap.module.css';

type Props = {
  /** As the list has them: their numbers are the marks. */
  points: readonly DeliveryPoint[];
  open: string | null;
  onOpen: (id: string) => void;
  /** The list follows the map, which then stays where it is. */
  isFollowed: boolean;
  onMove: (frame: Frame) => void;
};

/**
 * The list again, on a map. Its code is loaded when there is room to see it; without that code the list stays. Keyboard and screen
 * reader have the list, so the marks are hidden from them.
 */
export function PointMap({ points, open, onOpen, isFollowed, onMove }: Props) {
  const { box, map, isFailed, inFrame } = useMap(onOpen, onMove);
  const tiles = useTiles(map);
  const marks = useMemo(() => points.map(({ id, lat, lon }, i): Mark => ({ id, lat, lon, number: i + 1 })), [points]);
  // Another list is seen as a whole; another choice moves the map only as far as needed.
  useEffect(() => {
    map?.show(marks, null);
    if (!isFollowed) map?.fitAll();
  }, [map, marks, isFollowed]);
  useEffect(() => map?.show(marks, open), [map, marks, open]);
  return (
    <section className={styles.place} aria-label="Карта пунктов">
      <div ref={box} className={styles.map} aria-hidden="true" />
      {isFailed && <p className={`small soft ${styles.message}`}>Карта не загрузилась. Все пункты есть в списке.</p>}
      {map && (
        <div className={styles.zoom}>
          <IconButton icon="plus" label="Ближе" onClick={() => map.zoom(1)} />
          <IconButton icon="minus" label="Дальше" onClick={() => map.zoom(-1)} />
        </div>
      )}
      {tiles && <p className={`small ${styles.whose}`}>{tiles.attribution}</p>}
      {map && points.length > 0 && inFrame === 0 && (
        <div className={styles.message}>
          <p className={styles.none}>Нет доступных ПВЗ. Попробуйте уменьшить карту.</p>
          <Button kind="soft" onClick={() => map.fitAll()}>
            {points.length === 1 ? 'Показать пункт' : `Показать все ${points.length} в городе`}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Opens the map in the box as soon as the box has a size, and follows its size. */
function useMap(onOpen: (id: string) => void, onMove: (frame: Frame) => void) {
  const box = useRef<HTMLDivElement>(null);
  const heard = useRef({ onOpen, onMove });
  const [map, setMap] = useState<PointsMap | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [inFrame, setInFrame] = useState<number | null>(null);
  useEffect(() => {
    heard.current = { onOpen, onMove };
  }, [onOpen, onMove]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let isLeft = false;
    let opening = false;
    let opened: PointsMap | null = null;
    const seen = new ResizeObserver(() => {
      if (opened) opened.resize();
      if (opening || element.clientWidth === 0) return;
      opening = true;
      import('#src/features/delivery/map/draw-map.ts').then(
        ({ openMap }) => {
          if (isLeft) return;
          opened = openMap(element, {
            onOpen: (id) => heard.current.onOpen(id),
            onFrame: setInFrame,
            onMove: (frame) => heard.current.onMove(frame),
          });
          setMap(opened);
        },
        () => isLeft || setFailed(true),
      );
    });
    seen.observe(element);
    return () => {
      isLeft = true;
      seen.disconnect();
      opened?.close();
      setMap(null);
    };
  }, []);
  return { box, map, isFailed, inFrame };
}

/** Pictures of streets, where the shop has them; asked for once for each map. */
function useTiles(map: PointsMap | null): Tiles | null {
  const { get } = useStore();
  const [tiles, setTiles] = useState<Tiles | null>(null);
  useEffect(() => {
    if (!map) return undefined;
    let isLeft = false;
    void askTiles(get).then((found) => {
      if (isLeft || !found) return;
      map.setTiles(found);
      setTiles(found);
    });
    return () => {
      isLeft = true;
    };
  }, [get, map]);
  return tiles;
}
