import { describe, expect, it } from 'vitest';
import { hashesOf, readCatalogue, readConsPrices, readDetails } from '#src/offline/catalogue-store.ts';
import { syncCatalogue, type SyncPorts } from '#src/offline/catalogue-sync.ts';
import { fakeNet, type FakeNet, html, json, publishedFiles } from '#tests/offline/catalogue-published.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

const A = publishedFiles(450, 1);
/** Ten prices and one title differ: their price shard, one list shard and the details of one range. */
const B = publishedFiles(450, 1, ({ cards }) =>
  cards.slice(0, 10).forEach((card) => void ((card.actualPrice += 1000), (card.title += ' плюс'))),
);
const C = publishedFiles(451, 1);
const D = publishedFiles(449, 1);

const device = () => ({ pub: memoryStore('pub'), person: memoryStore('u:1') });
const sync = (pub: ReturnType<typeof memoryStore>, net: FakeNet, more: Partial<SyncPorts> = {}) =>
  syncCatalogue({ store: pub, net, priceType: 0, ...more });
const shards = (pub: ReturnType<typeof memoryStore>) =>
  Object.keys(pub.dump()).filter((key) => key.startsWith('cat:s:'));
const rev = async (pub: ReturnType<typeof memoryStore>) => (await readCatalogue(pub))?.pointer.rev;

describe('a whole sync', () => {
  it('stores every product with its details and tells the bytes on the way', async () => {
    const { pub } = device();
    const told: number[][] = [];
    expect(await sync(pub, fakeNet(A), { onProgress: (...numbers) => told.push(numbers) })).toEqual({
      kind: 'updated',
    });
    const stored = await readCatalogue(pub);
    expect(stored?.rows.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, i) => i + 1));
    expect((await readDetails(pub, 201))?.id).toBe(201);
    expect(await readDetails(pub, 4510)).toBeUndefined();
    expect(told[0]).toEqual([0, told[0]![1]]);
    expect(told.at(-1)![0]).toBe(told[0]![1]);
    expect(told.every(([done], i) => i === 0 || done! > told[i - 1]![0]!)).toBe(true);
  });
  it('asks in the order people need it, four at a time at most', async () => {
    const { pub } = device();
    let open = 0;
    let most = 0;
    const net = fakeNet(A, async (_path, answer) => {
      most = Math.max(most, (open += 1));
      await new Promise((done) => setTimeout(done, 1));
      open -= 1;
      return answer;
    });
    await sync(pub, net);
    expect(most).toBe(4);
    const kindAt = net.asked
      .slice(1)
      .map(
        (path) =>
          A.manifest.shards.find(({ sha256 }) => path.includes(sha256))?.kind ??
          (path.includes(A.manifest.prices[0].sha256)
            ? 'prices'
            : path.includes(A.manifest.needs!.sha256)
              ? 'needs'
              : 'head'),
      );
    expect(kindAt.filter((kind, i) => kind !== kindAt[i - 1])).toEqual([
      'head',
      'list',
      'prices',
      'needs',
      'thumbs',
      'details',
    ]);
  });
  it('shows the list of a first run before the details have come', async () => {
    const { pub } = device();
    const reads: Promise<boolean | undefined>[] = [];
    const net = fakeNet(A);
    await sync(pub, net, {
      onChange: () => void reads.push(readCatalogue(pub).then((stored) => stored?.pointer.isPartial)),
    });
    expect(await Promise.all(reads)).toEqual([true, undefined]);
  });
  it('costs one question and nothing else when nothing has changed', async () => {
    const { pub } = device();
    await sync(pub, fakeNet(A));
    const net = fakeNet(A);
    const changes: string[] = [];
    expect(
      await sync(pub, net, { onChange: (to) => changes.push(to), now: () => new Date('2026-12-01T10:00:00Z') }),
    ).toEqual({ kind: 'unchanged' });
    expect(net.asked).toEqual(['/api/catalog/manifest']);
    expect(changes).toEqual([]);
    expect((await readCatalogue(pub))?.seenAt).toBe('2026-12-01T10:00:00.000Z');
  });
  it('loads only what has changed, and takes everything again for an unknown revision', async () => {
    const { pub } = device();
    await sync(pub, fakeNet(A));
    const net = fakeNet(B);
    await sync(pub, net);
    const fresh = hashesOf(B.manifest).filter((sha256) => !A.files.has(sha256));
    expect(
      net.asked
        .slice(1)
        .map((path) => path.slice(15, 79))
        .sort(),
    ).toEqual(fresh.sort());
    expect(fresh.length).toBeLessThan(hashesOf(B.manifest).length / 2);
    await sync(pub, fakeNet(publishedFiles(30, 99)));
    expect((await readCatalogue(pub))?.rows.length).toBe(30);
  });
  it('keeps the shards of the two revisions before, and no others', async () => {
    const { pub } = device();
    for (const shop of [A, B, C]) await sync(pub, fakeNet(shop));
    const of = (...shops: (typeof A)[]) =>
      [...new Set(shops.flatMap((shop) => hashesOf(shop.manifest)))].map((sha256) => `cat:s:${sha256}`).sort();
    expect(shards(pub).sort()).toEqual(of(A, B, C));
    await sync(pub, fakeNet(D));
    expect(shards(pub).sort()).toEqual(of(B, C, D));
  });
  it('a product that has gone is gone', async () => {
    const { pub } = device();
    await sync(pub, fakeNet(C));
    await sync(pub, fakeNet(D));
    expect((await readCatalogue(pub))?.rows.some(({ id }) => id >= 450)).toBe(false);
  });
});

describe('whatever breaks, the previous revision stays whole', () => {
  const steps = Array.from(
    { length: hashesOf(B.manifest).filter((sha256) => !A.files.has(sha256)).length + 1 },
    (_, i) => i + 1,
  );
  const faults: [
    string,
    (path: string, answer: Awaited<ReturnType<FakeNet['get']>>) => Awaited<ReturnType<FakeNet['get']>>,
    string,
  ][] = [
    ['a captive portal answers 200 with its page', () => html(), 'broken'],
    ['a foreign JSON comes', () => json({ ok: true }), 'broken'],
    [
      'half of the bytes come',
      (_path, answer) => ({ ...answer, body: answer.body.slice(0, answer.body.byteLength / 2) }),
      'broken',
    ],
    [
      'one byte is another',
      (path, answer) => (path.endsWith('manifest') ? html() : { ...answer, body: flipped(answer.body) }),
      'broken',
    ],
    ['the server fails', () => html(503), 'broken'],
    [
      'nothing answers',
      () => {
        throw new TypeError('Failed to fetch');
      },
      'offline',
    ],
  ];
  it.each(faults)('%s, at any step', async (_name, fault, kind) => {
    for (const step of steps) {
      const { pub } = device();
      await sync(pub, fakeNet(A));
      const before = await readCatalogue(pub);
      const result = await sync(
        pub,
        fakeNet(B, (path, answer, n) => (n === step ? fault(path, answer) : answer)),
      );
      expect(result.kind).toBe(kind);
      expect((await readCatalogue(pub))?.pointer).toEqual(before?.pointer);
      expect((await readCatalogue(pub))?.rows).toEqual(before?.rows);
      expect(await readDetails(pub, 1)).toBeDefined();
      // The next try loads only what is missing, and ends well.
      const again = fakeNet(B);
      expect((await sync(pub, again)).kind).toBe('updated');
      expect(await rev(pub)).toBe(B.manifest.rev);
      expect(again.asked.length).toBeLessThanOrEqual(steps.length);
    }
  });
  it('stops when it is told to, and goes on later', async () => {
    for (const step of steps) {
      const { pub } = device();
      await sync(pub, fakeNet(A));
      const stop = new AbortController();
      const result = await sync(
        pub,
        fakeNet(B, (_path, answer, n) => (n === step && stop.abort(), answer)),
        { signal: stop.signal },
      );
      expect(result.kind).toBe('aborted');
      expect(await rev(pub)).toBe(A.manifest.rev);
      expect((await sync(pub, fakeNet(B))).kind).toBe('updated');
    }
  });
  it('says that the device is full', async () => {
    const { pub } = device();
    await sync(pub, fakeNet(A));
    const full = {
      ...pub,
      set: async () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(await syncCatalogue({ store: full, net: fakeNet(B), priceType: 0 })).toEqual({ kind: 'full' });
    expect(await rev(pub)).toBe(A.manifest.rev);
  });
  it('does not flip when a shard has vanished meanwhile', async () => {
    const { pub } = device();
    await sync(pub, fakeNet(A));
    const fresh = hashesOf(C.manifest).filter((hash) => !A.files.has(hash));
    const [lost = '', last = ''] = [fresh[0], fresh.at(-1)];
    expect(lost).not.toBe(last);
    const net = fakeNet(C, async (path, answer) => {
      if (path.includes(last)) await pub.del([`cat:s:${lost}`]);
      return answer;
    });
    expect((await sync(pub, net)).kind).toBe('broken');
    expect(await rev(pub)).toBe(A.manifest.rev);
    expect((await sync(pub, fakeNet(C))).kind).toBe('updated');
  });
  it('a shard that the browser has evicted comes back, though the manifest is the same', async () => {
    const { pub } = device();
    await sync(pub, fakeNet(A));
    await pub.del([`cat:s:${A.manifest.categories.sha256}`]);
    expect(await readCatalogue(pub)).toBeUndefined();
    expect((await sync(pub, fakeNet(A))).kind).toBe('updated');
    expect((await readCatalogue(pub))?.rows.length).toBe(450);
  });
  it('the lowest build is heard from every manifest, also from one that cannot be kept', async () => {
    const { pub } = device();
    const heard: number[] = [];
    const onMinBuild = (minBuild: number) => heard.push(minBuild);
    await sync(pub, fakeNet({ ...A, manifest: { ...A.manifest, minBuild: 3 } }), { onMinBuild });
    const next = fakeNet(A, () => json({ v: 2, minBuild: 7, files: [] }));
    expect(await sync(pub, next, { onMinBuild })).toMatchObject({ kind: 'broken' });
    for (const strange of [null, [], 'x', { minBuild: '9' }, { minBuild: 1.5 }])
      await sync(
        pub,
        fakeNet(A, () => json(strange)),
        { onMinBuild },
      );
    expect(heard).toEqual([3, 7, 0, 0, 0, 0, 0]);
  });
  it('a stored pointer of another shape counts as nothing stored', async () => {
    const { pub } = device();
    await pub.set('cat:ptr', { v: 1, rev: 'x', manifest: { v: 2 } });
    expect((await sync(pub, fakeNet(A))).kind).toBe('updated');
  });
});

describe('consultant prices', () => {
  const consultant = (net: FakeNet) => ((net.isConsultant = true), net);
  it('are never asked for without price type 1', async () => {
    const { pub, person } = device();
    const net = consultant(fakeNet(A));
    await sync(pub, net, { personStore: person });
    expect(net.asked.some((path) => path.includes(A.manifest.prices[1].sha256))).toBe(false);
  });
  it('go into the database of the person only', async () => {
    const { pub, person } = device();
    await sync(pub, consultant(fakeNet(A)), { priceType: 1, personStore: person });
    expect((await readConsPrices(person))?.prices.cons_price?.length).toBe(450);
    expect(JSON.stringify(pub.dump())).not.toContain('cons_price');
    expect(Object.keys(pub.dump())).not.toContain(`cat:s:${A.manifest.prices[1].sha256}`);
  });
  it('come although the public catalogue has not changed, and replace the older ones', async () => {
    const { pub, person } = device();
    await sync(pub, fakeNet(A));
    expect((await sync(pub, consultant(fakeNet(A)), { priceType: 1, personStore: person })).kind).toBe('updated');
    await sync(pub, consultant(fakeNet(B)), { priceType: 1, personStore: person });
    expect(Object.keys(person.dump()).sort()).toEqual(['cat:price1', `cat:s:${B.manifest.prices[1].sha256}`].sort());
  });
  it('a session that has ended gets none, and the public catalogue comes all the same', async () => {
    const { pub, person } = device();
    expect((await sync(pub, fakeNet(A), { priceType: 1, personStore: person })).kind).toBe('updated');
    expect(person.dump()).toEqual({});
    expect(await rev(pub)).toBe(A.manifest.rev);
  });
  it('are taken back when somebody else holds the phone by the time they are written', async () => {
    for (const leavesAt of [1, 2]) {
      const { pub, person } = device();
      let asked = 0;
      await sync(pub, consultant(fakeNet(A)), {
        priceType: 1,
        personStore: person,
        isStillPerson: async () => (asked += 1) < leavesAt,
      });
      expect(person.dump()).toEqual({});
    }
  });
});

function flipped(body: ArrayBuffer): ArrayBuffer {
  const copy = new Uint8Array(body.slice(0));
  copy[copy.length >> 1]! ^= 1;
  return copy.buffer;
}
