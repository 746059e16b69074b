import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { NeedsShard } from '#contract/needs.ts';
import { needsOver, searchCatalogue } from '#tests/catalogue/client-search-queries.ts';
import { demoCatalogue } from '#tests/search-quality/demo-catalogue.ts';

// What topics, synonyms and ranks add to what a phone loads (docs/product/start.md#catalogue-of-10000). Bytes, so they do not
// depend on the machine.
const bytesOf = (shard: NeedsShard): number => brotliCompressSync(JSON.stringify(shard)).length;

it('of 200 products at most 12 kB', () => {
  const { rows, needs } = demoCatalogue();
  const bytes = bytesOf({ ...needs, popular: needsOver(rows).popular });
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(12_000);
});

it('of 10,000 products at most 60 kB', () => {
  const { rows, needs } = searchCatalogue(10_000);
  expect(rows).toHaveLength(10_000);
  expect(bytesOf(needs)).toBeLessThanOrEqual(60_000);
});
