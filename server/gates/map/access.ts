/** Pictures of the map of points (docs/product/delivery.md#map). */
export type MapTiles = {
  /** Address of a picture, with `{z}`, `{x}` and `{y}`. */
  template: string;
  /** Whose map it is: shown on it. */
  attribution: string;
  maxZoom: number;
};
const MAX_ZOOM = 19;

/** Null: the map is squared paper. Words in Russian when they are set and unusable. */
export function readMapTiles(source: Record<string, string | undefined>): MapTiles | string | null {
  const template = source.MAP_TILES;
  if (!template) return null;
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => template.includes(part));
  if (!isWhole || !/^https?:$/.test(URL.parse(template.replaceAll(/[{}]/g, ''))?.protocol ?? ''))
    return 'MAP_TILES: нужен адрес вида https://tiles.example/{z}/{x}/{y}.png';
  // Every licence of a map asks for it.
  const attribution = source.MAP_ATTRIBUTION?.trim();
  if (!attribution) return 'MAP_ATTRIBUTION: напишите, чья это карта, например © Участники OpenStreetMap';
  const maxZoom = Number(source.MAP_MAX_ZOOM || MAX_ZOOM);
  if (!Number.isInteger(maxZoom) || maxZoom < 1 || maxZoom > 22) return 'MAP_MAX_ZOOM: нужно целое число от 1 до 22';
  return { template, attribution, maxZoom };
}
