import * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import Supercluster from 'supercluster';
import { type Frame, isWithin, outlineOf, type Spot } from '#src/features/delivery/map/outline.rules.ts';
import styles from './Map.module.css';

// The map itself, without React: Leaflet and the marks. Loaded when a map is first seen (docs/decisions/227-map-of-points.md).

/** `number` is the one of the list. */
export type Mark = Spot & { id: string; number: number };
type Listener = {
  onOpen: (id: string) => void;
  /** Marks in the frame, after every move. */
  onFrame: (count: number) => void;
  /** A person has moved the map: where it is now. */
  onMove: (frame: Frame) => void;
};
export type PointsMap = {
  show(marks: readonly Mark[], open: string | null): void;
  fitAll(): void;
  zoom(by: 1 | -1): void;
  /** Pictures of streets in the place of the squared paper. */
  setTiles(tiles: { maxZoom: number }): void;
  resize(): void;
  close(): void;
};
const CLOSEST = 17;
/** Marks nearer to each other than this, in pixels, are one. */
const CLUSTER_PX = 40;
/** A mark is as large as a finger; what is drawn in it is smaller. */
const MARK_PX = 44;

export function openMap(element: HTMLElement, { onOpen, onFrame, onMove }: Listener): PointsMap {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    // The list is the way of the keyboard and the screen reader.
    keyboard: false,
    minZoom: 3,
    maxZoom: CLOSEST,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
    center: [55, 60],
    zoom: 4,
  });
  new Ground({ updateWhenZooming: false }).addTo(map);
  const outline = L.polygon([], { className: styles.outline ?? '', interactive: false }).addTo(map);
  const layer = layerOn(map);
  let marks: readonly Mark[] = [];
  let open: Mark | undefined;
  let index = indexOf([]);
  /** The map is moved by this code and not by a person. */
  let isOurs = true;

  const draw = () => {
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const wanted = index.getClusters([west, south, east, north], Math.floor(map.getZoom())).map((feature): Drawn => {
      const [lon = 0, lat = 0] = feature.geometry.coordinates;
      const about = feature.properties;
      if (!('cluster_id' in about))
        return { lat, lon, look: 'mark', text: String(about.number), onClick: () => onOpen(about.id) };
      const near = () => Math.min(CLOSEST, index.getClusterExpansionZoom(about.cluster_id));
      return {
        lat,
        lon,
        look: 'cluster',
        text: `+${about.point_count}`,
        onClick: () => map.setView([lat, lon], near()),
      };
    });
    layer.show(open ? [...wanted, { ...open, look: 'pin', text: String(open.number), onClick: () => {} }] : wanted);
    onFrame(marks.filter((mark) => isWithin(mark, { south, west, north, east })).length);
  };
  map.on('moveend', () => {
    draw();
    const bounds = map.getBounds();
    if (!isOurs)
      onMove({ south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() });
  });
  isOurs = false;

  const fitAll = () => {
    if (marks.length === 0) return;
    const places = marks.map(({ lat, lon }): [number, number] => [lat, lon]);
    isOurs = true;
    map.fitBounds(L.latLngBounds(places), { padding: [MARK_PX, MARK_PX], maxZoom: 15, animate: false });
    isOurs = false;
  };
  return {
    show(next, id) {
      marks = next;
      const before = open?.id;
      open = next.find((mark) => mark.id === id);
      index = indexOf(next.filter((mark) => mark !== open));
      outline.setLatLngs(outlineOf(next).map(({ lat, lon }): [number, number] => [lat, lon]));
      draw();
      if (open && open.id !== before) map.panInside([open.lat, open.lon], { padding: [60, 60], animate: !isStill });
    },
    fitAll,
    setTiles({ maxZoom }) {
      outline.remove();
      L.tileLayer('/map-tiles/{z}/{x}/{y}', { maxNativeZoom: maxZoom, className: styles.tiles ?? '' }).addTo(map);
    },
    zoom: (by) => map.setZoom(map.getZoom() + by),
    resize() {
      isOurs = true;
      map.invalidateSize({ animate: false });
      isOurs = false;
    },
    close: () => map.remove(),
  };
}

type About = { id: string; number: number };
function indexOf(marks: readonly Mark[]): Supercluster<About> {
  const index = new Supercluster<About>({ radius: CLUSTER_PX, maxZoom: CLOSEST - 1, extent: 256 });
  return index.load(
    marks.map(({ id, number, lat, lon }) => ({
      type: 'Feature',
      properties: { id, number },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  );
}

type Drawn = Spot & { look: 'mark' | 'cluster' | 'pin'; text: string; onClick: () => void };
/** Marks that stay where they are stay in the page: a map that is pushed aside draws only its new edge. */
function layerOn(map: L.Map): { show(wanted: readonly Drawn[]): void } {
  const drawn = new Map<string, { marker: L.Marker; now: Drawn }>();
  return {
    show(wanted) {
      const byKey = new Map(wanted.map((one) => [`${one.look} ${one.text} ${one.lat} ${one.lon}`, one]));
      for (const [key, { marker }] of drawn) {
        if (byKey.has(key)) continue;
        marker.remove();
        drawn.delete(key);
      }
      for (const [key, now] of byKey) {
        const known = drawn.get(key);
        // A new index has other numbers for the same clusters.
        if (known) known.now = now;
        else {
          const marker = markerOf(now).addTo(map);
          const mine = { marker, now };
          marker.on('click', () => mine.now.onClick());
          drawn.set(key, mine);
        }
      }
    },
  };
}

function markerOf({ lat, lon, look, text }: Drawn): L.Marker {
  const drawn = document.createElement('span');
  drawn.className = `num ${styles[look]}`;
  const inner = document.createElement('span');
  inner.textContent = text;
  drawn.append(inner);
  return L.marker([lat, lon], {
    icon: L.divIcon({ html: drawn, className: styles.finger ?? '', iconSize: [MARK_PX, MARK_PX] }),
    keyboard: false,
    zIndexOffset: look === 'pin' ? 1000 : 0,
  });
}

/** Squared paper that moves with the map: nothing is asked of anybody. */
class Ground extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.paper ?? '';
    return tile;
  }
}
