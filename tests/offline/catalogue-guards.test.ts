import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  CategoriesShard,
  DetailsShard,
  FirstShard,
  ListShard,
  Manifest,
  PriceShard,
  ThumbShard,
} from '#contract/catalogue.ts';
import { NeedsShard } from '#contract/needs.ts';
import { isCategoriesShard, isFirstShard, isPriceShard } from '#src/offline/guards.ts';
import { isDetailsShard, isListShard, isManifest, isNeedsShard, isThumbShard } from '#src/offline/guards-shards.ts';
import { publishedFiles } from '#tests/offline/catalogue-published.ts';
import { damaged, pathsOf } from '#tests/offline/damaged.ts';

// The worker and the first chunk check by hand what the contract says in zod (docs/product/start.md#first-load): both must
// say the same.
const { files, manifest } = publishedFiles(7, 1);
const fileOf = (sha256: string): unknown => JSON.parse(files.get(sha256) ?? 'null');
const shard = (kind: string): unknown => fileOf(manifest.shards.find((one) => one.kind === kind)!.sha256);
const PAIRS: [string, z.ZodMiniType, (value: unknown) => boolean, unknown][] = [
  ['manifest', Manifest, isManifest, manifest],
  ['first', FirstShard, isFirstShard, fileOf(manifest.first.sha256)],
  ['categories', CategoriesShard, isCategoriesShard, fileOf(manifest.categories.sha256)],
  ['needs', NeedsShard, isNeedsShard, fileOf(manifest.needs!.sha256)],
  ['list', ListShard, isListShard, shard('list')],
  ['prices 0', PriceShard, isPriceShard, fileOf(manifest.prices[0].sha256)],
  ['prices 1', PriceShard, isPriceShard, fileOf(manifest.prices[1].sha256)],
  ['thumbs', ThumbShard, isThumbShard, shard('thumbs')],
  ['details', DetailsShard, isDetailsShard, shard('details')],
];

describe.each(PAIRS)('%s', (_name, schema, guard, sample) => {
  it('accepts what the server publishes', () => {
    expect(schema.safeParse(sample).success).toBe(true);
    expect(guard(sample)).toBe(true);
  });
  it('agrees with the schema about any damage', () => {
    const paths = pathsOf(sample);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>(undefined, null, 0, 1.5, -1, 2 ** 53, 'x', '', true, [], {}, [1, 'a'], Number.NaN),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), value, fc.boolean(), (path, damage, isRemoved) => {
        const broken = damaged(structuredClone(sample), path, damage, isRemoved);
        expect(guard(broken), `${path.join('.')} = ${JSON.stringify(damage)}`).toBe(schema.safeParse(broken).success);
      }),
      { numRuns: 1500 },
    );
  });
  it('agrees about any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(guard(value)).toBe(schema.safeParse(value).success);
      }),
    );
  });
});
