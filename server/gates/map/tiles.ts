import type { MapTiles } from '#server/gates/map/access.ts';
import type { Tile, TileAnswer, TileGate } from '#server/gates/map/port.ts';

// Pictures of a map from whoever serves them, through the shop: a stranger's server never learns who looks where, and the content policy
// stays «own origin only» (docs/decisions/227-map-of-points.md).

const PATIENCE_MS = 5000;
const MOST_BYTES = 512 * 1024;
/** Kept in memory: a town at the scales of a person who looks for a point. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Questions at a time, so that a careless provider does not hold the shop. */
const AT_ONCE = 16;
const PICTURES = /^image\/(png|jpeg|webp|avif)\b/;

/** The same picture is asked for once, however many people look at it. */
export function openTiles({ template, maxZoom }: Pick<MapTiles, 'template' | 'maxZoom'>, userAgent: string): TileGate {
  const kept = new Map<string, Tile>();
  const asked = new Map<string, Promise<TileAnswer>>();
  let bytes = 0;
  const keep = (key: string, tile: Tile) => {
    kept.set(key, tile);
    bytes += tile.bytes.length;
    for (const [old, { bytes: its }] of kept) {
      if (bytes <= KEPT_BYTES) break;
      kept.delete(old);
      bytes -= its.length;
    }
  };
  const ask = async (key: string, url: string): Promise<TileAnswer> => {
    try {
      const answer = await fetch(url, {
        headers: { 'user-agent': userAgent, accept: 'image/*' },
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      });
      const tile = answer.ok ? await pictureOf(answer) : null;
      if (tile) keep(key, tile);
      else await answer.body?.cancel();
      return tile ?? (answer.status === 404 ? 'not_there' : 'silent');
    } catch {
      return 'silent';
    }
  };
  return {
    async get({ z, x, y }) {
      const side = 2 ** z;
      if (z > maxZoom || x >= side || y >= side) return 'not_there';
      const key = `${z}/${x}/${y}`;
      const known = kept.get(key);
      if (known) return known;
      const running = asked.get(key);
      if (running) return running;
      if (asked.size >= AT_ONCE) return 'silent';
      const url = template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
      const question = ask(key, url).finally(() => asked.delete(key));
      asked.set(key, question);
      return question;
    },
  };
}

async function pictureOf(answer: Response): Promise<Tile | null> {
  const type = answer.headers.get('content-type') ?? '';
  if (!PICTURES.test(type) || Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES || !answer.body)
    return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return { type, bytes: Buffer.concat(parts) };
}
