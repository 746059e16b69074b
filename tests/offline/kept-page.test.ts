import { describe, expect, it } from 'vitest';
import { syncCatalogue } from '#src/offline/catalogue-sync.ts';
import { dropOthersPages, entryOf, PAGE_PATHS, type PageKeeper, readPage } from '#src/offline/kept-page.ts';
import { PAGES } from '#src/offline/keys.ts';
import { fakeNet, type FakeNet, publishedFiles } from '#tests/offline/catalogue-published.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

const A = publishedFiles(30, 1);
const B = publishedFiles(30, 1, ({ cards }) => void (cards[0]!.actualPrice += 1000));
const OLD = '/assets/index-old11111.js';
const NEW = '/assets/index-new22222.js';

const document = (rev: string, entry: string, type = 'module') =>
  `<html><head><script>1</script><script type="${type}" crossorigin src="${entry}"></script></head><body>` +
  `<div id="root"></div><script type="application/json" id="page">{"build":"1","rev":"${rev}"}</script></body></html>`;
type Shop = { rev: string; entry: string; isAway?: boolean; html?: string };
/** What the shop renders at this moment, whatever the phone thinks. */
const keeper = (entry: string, shop: Shop): PageKeeper & { asked: string[] } => {
  const asked: string[] = [];
  return {
    entry,
    asked,
    fetch: async (path) => {
      asked.push(path);
      if (shop.isAway) throw new TypeError('Failed to fetch');
      // As it is rendered: its code waits for its pictures, which a kept page has beside it.
      return shop.html ?? document(shop.rev, shop.entry, 'text/later');
    },
  };
};
const sync = (pub: ReturnType<typeof memoryStore>, net: FakeNet, pages?: PageKeeper) =>
  syncCatalogue({ store: pub, net, priceType: 0, pages });
const kept = (pub: ReturnType<typeof memoryStore>) => Object.keys(pub.dump()).filter((key) => key.startsWith(PAGES));

describe('rendered pages on the device', () => {
  it('name their sheets, which are on the phone, instead of carrying them', async () => {
    const pub = memoryStore('pub');
    const carried =
      '<style data-sheet="/a.css">a{syntax:"<length>"}</style><link rel="stylesheet" disabled href="/a.css">';
    const html = carried + carried.replaceAll('/a', '/b') + document(A.manifest.rev, OLD, 'text/later');
    await sync(pub, fakeNet(A), keeper(OLD, { rev: A.manifest.rev, entry: OLD, html }));
    const links = ['a', 'b'].map((name) => `<link rel="stylesheet" crossorigin href="/${name}.css">`).join('');
    expect(await readPage(pub, '/katalog', OLD)).toBe(links + document(A.manifest.rev, OLD));
  });
  it('come with the revision that they were rendered from, and are read for the build that rendered them', async () => {
    const pub = memoryStore('pub');
    await sync(pub, fakeNet(A), keeper(OLD, { rev: A.manifest.rev, entry: OLD }));
    for (const path of PAGE_PATHS) expect(await readPage(pub, path, OLD)).toBe(document(A.manifest.rev, OLD));
    for (const [path, entry] of [
      ['/katalog', NEW],
      ['/katalog', undefined],
      ['/cart', OLD],
      ['/katalog/', OLD],
    ] as const)
      expect([path, entry, await readPage(pub, path, entry)]).toEqual([path, entry, undefined]);
  });
  it.each([
    ['a publish during the sync: the page is newer', { rev: B.manifest.rev, entry: OLD }],
    ['a proxy keeps an older page', { rev: 'older', entry: OLD }],
    ['another build is on the server', { rev: A.manifest.rev, entry: NEW }],
    ['the server could not render and sends its shell', { rev: '', entry: OLD, html: '<html></html>' }],
    ['a captive portal answers', { rev: '', entry: OLD, html: '<h1>Войдите в сеть</h1>' }],
    ['the block of data is broken', { rev: '', entry: OLD, html: document('a', OLD).replace('{"build"', '{build') }],
    ['nothing answers', { rev: '', entry: OLD, isAway: true }],
  ] satisfies [string, Shop][])('%s: nothing is kept, and the catalogue is', async (_name, shop) => {
    const pub = memoryStore('pub');
    expect(await sync(pub, fakeNet(A), keeper(OLD, shop))).toEqual({ kind: 'updated' });
    expect(kept(pub)).toEqual([]);
  });
  it('never stand beside the shards of another revision, wherever a sync stops', async () => {
    const filled = memoryStore('pub');
    const all = fakeNet(B);
    await sync(filled, fakeNet(A));
    await sync(filled, all);
    for (let step = 1; step <= all.asked.length; step += 1) {
      const pub = memoryStore('pub');
      await sync(pub, fakeNet(A), keeper(OLD, { rev: A.manifest.rev, entry: OLD }));
      const net = fakeNet(B, (_path, answer, n) => {
        if (n === step) throw new TypeError('Failed to fetch');
        return answer;
      });
      await sync(pub, net, keeper(OLD, { rev: B.manifest.rev, entry: OLD }));
      expect(await readPage(pub, '/katalog', OLD)).toBe(document(A.manifest.rev, OLD));
      await sync(pub, fakeNet(B), keeper(OLD, { rev: B.manifest.rev, entry: OLD }));
      expect(await readPage(pub, '/katalog', OLD)).toBe(document(B.manifest.rev, OLD));
    }
  });
  it('of the revision before go with the flip, also when there is none to take their place', async () => {
    for (const next of [undefined, keeper(OLD, { rev: '', entry: OLD, isAway: true })]) {
      const pub = memoryStore('pub');
      await sync(pub, fakeNet(A), keeper(OLD, { rev: A.manifest.rev, entry: OLD }));
      expect(kept(pub)).toHaveLength(PAGE_PATHS.length);
      await sync(pub, fakeNet(B), next);
      expect(kept(pub)).toEqual([]);
    }
  });
  it('are asked for again only when they are missing: after an update of the app, and when the browser has taken one', async () => {
    const pub = memoryStore('pub');
    await sync(pub, fakeNet(A), keeper(OLD, { rev: A.manifest.rev, entry: OLD }));
    const again = keeper(OLD, { rev: A.manifest.rev, entry: OLD });
    expect(await sync(pub, fakeNet(A), again)).toEqual({ kind: 'unchanged' });
    expect(again.asked).toEqual([]);
    await dropOthersPages(pub, NEW);
    expect(kept(pub)).toEqual([]);
    await sync(pub, fakeNet(A), keeper(NEW, { rev: A.manifest.rev, entry: NEW }));
    expect(await readPage(pub, '/katalog', NEW)).toBe(document(A.manifest.rev, NEW));
    await dropOthersPages(pub, NEW);
    expect(kept(pub)).toHaveLength(PAGE_PATHS.length);
  });
});

it('the script of a document names its build, wherever its attributes stand', () => {
  expect(entryOf(document('1', OLD))).toBe(OLD);
  expect(entryOf('<script type="module" src="/a.js"></script>')).toBe('/a.js');
  expect(entryOf('<script src="/a.js"></script><p>type="module"</p>')).toBeUndefined();
});
