import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { CONSULTANT_PARTS, LEARNER_PARTS } from './parts.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Door = (chunk: Rolldown.OutputChunk) => boolean;
const holds =
  (module: string): Door =>
  ({ moduleIds }) =>
    moduleIds.includes(join(ROOT, module));
const roomsOf =
  (parts: Record<string, RegExp>): Door =>
  ({ name }) =>
    Object.hasOwn(parts, name);
/**
 * Where a surface begins: whatever only its doors reach is no part of the shop (docs/decisions/161). Desk and counter have one door
 * each; of the rooms of consultants and learners every part is one (docs/decisions/390, 593).
 */
const DOORS: Record<string, Door> = {
  desk: holds('src/staff/desk/Desk.tsx'),
  punkt: holds('src/staff/punkt/Punkt.tsx'),
  consultant: roomsOf(CONSULTANT_PARTS),
  learner: roomsOf(LEARNER_PARTS),
};

type Row = { url: string; revision: string | null; size: number; integrity: string };
/** Finds the files of each surface and keeps them out of the shop's precache. */
export function surfaces(): { plugin: Plugin; split: (rows: Row[], out: string) => (Row & { surface?: string })[] } {
  const files = new Map<string, string[]>();
  return {
    plugin: {
      name: 'rostok-surfaces',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          const shop = reach(bundle, entryOf(bundle), Object.values(DOORS), new Set());
          for (const [name, door] of Object.entries(DOORS)) {
            const chunks = chunksOf(bundle).filter(door);
            if (chunks.length === 0) throw new Error(`the surface ${name} has no chunk: see vite/surfaces.ts`);
            const open = chunks.find(({ fileName }) => shop.has(fileName));
            if (open) throw new Error(`the shop reaches ${open.fileName} without its door`);
            files.set(name, [...new Set(chunks.flatMap((chunk) => [...reach(bundle, chunk, [], shop)]))]);
          }
        },
      },
    },
    /** One row per surface takes the place of its files: a list of them with their hashes, which the worker asks for. */
    split(rows, out) {
      const isOutside = new Set([...files.values()].flat());
      const lists = [...files].map(([surface, names]) => {
        const list = JSON.stringify(
          names.map((url) => ({ url, integrity: integrityOf(readFileSync(join(out, url))) })),
        );
        const url = `assets/${surface}-${createHash('sha256').update(list).digest('base64url').slice(0, 8)}.json`;
        writeFileSync(join(out, url), list);
        return { url, revision: null, size: list.length, integrity: integrityOf(list), surface };
      });
      return [...rows.filter(({ url }) => !isOutside.has(url)), ...lists];
    },
  };
}

/** As the `integrity` of a request wants it. */
export const integrityOf = (bytes: string | Buffer): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

function entryOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const entry = chunksOf(bundle).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('no chunk is the entry');
  return entry;
}

/** Files that a chunk may ever ask for, code, styles, pictures, without `known` ones. Doors of `closed` stay shut. */
function reach(
  bundle: Rolldown.OutputBundle,
  from: Rolldown.OutputChunk,
  closed: readonly Door[],
  known: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const walk = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk.fileName) || known.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      if (!known.has(file)) found.add(file);
    for (const name of chunk.imports) go(name, false);
    for (const name of chunk.dynamicImports) go(name, true);
  };
  const go = (name: string, isDynamic: boolean) => {
    const next = bundle[name];
    if (next?.type !== 'chunk') return;
    // Only `import()` opens a door: a static import of it would make the shop carry it.
    if (isDynamic && closed.some((isDoor) => isDoor(next))) return;
    walk(next);
  };
  walk(from);
  return found;
}
