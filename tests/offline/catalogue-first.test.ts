import { describe, expect, it } from 'vitest';
import type { FirstShard, ListRow } from '#contract/catalogue.ts';
import { EMPTY_CATALOGUE, priceOf, toPriceTable } from '#src/features/catalogue/catalogue.rules.ts';
import { readWhole } from '#src/features/catalogue/whole-catalogue.ts';
import { type Pointer, readCatalogue } from '#src/offline/catalogue-store.ts';
import { syncCatalogue } from '#src/offline/catalogue-sync.ts';
import { FIRST_KEY, POINTER_KEY } from '#src/offline/keys.ts';
import { readFirst } from '#src/offline/kept-first.ts';
import { fakeNet, type FakeNet, type Published, publishedFiles } from '#tests/offline/catalogue-published.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

const A = publishedFiles(450, 1);
/** Another newest product, another price, and ties in time. */
const B = publishedFiles(450, 1, ({ cards }) => {
  for (const card of cards.slice(100, 110)) card.createdAt = new Date('2027-01-01T00:00:00Z');
  cards[105]!.actualPrice += 100;
});
const sync = (pub: ReturnType<typeof memoryStore>, net: FakeNet) => syncCatalogue({ store: pub, net, priceType: 0 });
const firstOf = ({ files, manifest }: Published) =>
  readable(JSON.parse(files.get(manifest.first.sha256)!) as FirstShard);
/** Prices by product: the shop lists them in the order of the cards, the device by id. */
const readable = ({ prices, ...first }: FirstShard) => {
  const table = toPriceTable(prices, '');
  return { ...first, prices: first.rows.map(({ id }) => priceOf(table, null, id)) };
};

describe('the first cards on the device', () => {
  it('are the ones that the shop publishes, of whichever revision stands', async () => {
    const pub = memoryStore('pub');
    for (const shop of [A, B]) {
      await sync(pub, fakeNet(shop));
      const kept = await readFirst(pub);
      expect(readable(kept!.first)).toEqual(firstOf(shop));
      expect([kept?.rev, kept?.pricesAt]).toEqual([shop.manifest.rev, shop.manifest.prices[0].asOf]);
      expect(kept?.categories).toEqual((await readCatalogue(pub))?.categories);
    }
  });
  it('are never those of another revision, wherever a sync stops', async () => {
    const all = fakeNet(B);
    const filled = memoryStore('pub');
    await sync(filled, fakeNet(A));
    await sync(filled, all);
    for (let step = 1; step <= all.asked.length; step += 1) {
      const pub = memoryStore('pub');
      await sync(pub, fakeNet(A));
      const seen = new Set<string | undefined>();
      const net = fakeNet(B, async (_path, answer, n) => {
        seen.add((await readFirst(pub))?.rev);
        if (n === step) throw new TypeError('Failed to fetch');
        return answer;
      });
      await sync(pub, net);
      expect([...seen]).toEqual([A.manifest.rev]);
      expect((await readFirst(pub))?.rev).toBe(A.manifest.rev);
    }
  });
  it('come with the first answer «nothing has changed» to a phone that an earlier build has filled', async () => {
    const pub = memoryStore('pub');
    await sync(pub, fakeNet(A));
    await pub.del([FIRST_KEY]);
    expect(await readFirst(pub)).toBeUndefined();
    expect(await sync(pub, fakeNet(A))).toEqual({ kind: 'unchanged' });
    expect(readable((await readFirst(pub))!.first)).toEqual(firstOf(A));
  });
  it('of a revision that an earlier build has replaced are not shown', async () => {
    const pub = memoryStore('pub');
    await sync(pub, fakeNet(A));
    const pointer = await pub.get<Pointer>(POINTER_KEY);
    await pub.set(POINTER_KEY, { ...pointer, rev: 'another' });
    expect(await readFirst(pub)).toBeUndefined();
  });
});

describe('the whole catalogue', () => {
  it('is found by id, code and slug, one given by hand too; the same revision is the same catalogue, confirmed anew', async () => {
    const byHand = publishedFiles(300, 2, ({ cards }) => void (cards[7]!.slug = 'osobennyj'));
    const pub = memoryStore('pub');
    expect(await readWhole(pub, EMPTY_CATALOGUE)).toBeUndefined();
    await sync(pub, fakeNet(byHand));
    const whole = (await readWhole(pub, EMPTY_CATALOGUE))!;
    expect([whole.status, whole.rev, whole.rows.length]).toEqual(['ready', byHand.manifest.rev, 300]);
    const [plain, special] = [whole.rows[6]!, whole.rows[7]!] as [ListRow, ListRow];
    expect(special.slug).toBe('osobennyj');
    for (const row of [plain, special]) {
      expect(whole.bySlug.get(row.slug)).toBe(row);
      expect([whole.byId.get(row.id), whole.byCode.get(row.code)]).toEqual([row, row]);
    }
    for (const slug of ['', '-', 'net', `drugoe-${plain.code}`, special.code])
      expect(whole.bySlug.get(slug)).toBeUndefined();
    const again = (await readWhole(pub, whole))!;
    expect([again.rows, again.byId]).toEqual([whole.rows, whole.byId]);
    expect(again.rows).toBe(whole.rows);
  });
});
