import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPlainQuery, pageScreenOf } from '#server/features/pages/page-address.rules.ts';
import { createPageShelf } from '#server/features/pages/page-shelf.ts';
import { openRenderThread, type RenderThread } from '#server/features/pages/render-thread.ts';
import { escapeJson, fillTemplate } from '#src/app/page-template.rules.ts';
import { until } from '#tests/support/until.ts';

describe('addresses of rendered pages', () => {
  it.each([
    ['/', 'front'],
    ['/eshop', 'front'],
    ['/katalog', 'catalogue'],
    ['/katalog/vitaminy', 'catalogue'],
    ['/produkt/chay-10101', 'product'],
    ['/katalog/', undefined],
    ['/Katalog', undefined],
    ['/cart', undefined],
    ['/produkt/a/b', undefined],
  ])('%s → %s', (path, screen) => expect(pageScreenOf(path)).toBe(screen));
  it.each([
    ['', true],
    ['?sponsorId=01000157', true],
    ['?utm_source=vk&yclid=5', true],
    ['?sponsorId=abc', false],
    ['?q=чай', false],
    ['?price=1-2', false],
    ['?preview=chay-10101', false],
    ['?later=1', false],
  ])('query «%s» leaves the page as it is: %s', (query, isPlain) => expect(isPlainQuery(query)).toBe(isPlain));
});

describe('shelf of pages', () => {
  const file = { type: 'text/html', etag: '"x"', body: { br: null, gzip: null, identity: null } };
  const from = { build: {}, revision: {} };
  it('is bounded by bytes however many addresses there are; the one asked for longest ago goes first', () => {
    const shelf = createPageShelf(1000, () => 0);
    shelf.get(from, '/0');
    for (let i = 0; i < 10_000; i += 1) shelf.keep(from, `/${i}`, file, 100);
    expect([shelf.size(), shelf.bytes()]).toEqual([10, 1000]);
    expect(shelf.get(from, '/9990')).toBe(file);
    shelf.keep(from, '/new', file, 100);
    expect([shelf.get(from, '/9990'), shelf.get(from, '/9991')]).toEqual([file, undefined]);
  });
  it('a publish empties it, and a page rendered before it is not kept', () => {
    const shelf = createPageShelf(1000, () => 0);
    shelf.get(from, '/a');
    shelf.keep(from, '/a', file, 10);
    const next = { ...from, revision: {} };
    expect(shelf.get(next, '/a')).toBeUndefined();
    shelf.keep(from, '/a', file, 10);
    expect([shelf.get(next, '/a'), shelf.bytes()]).toEqual([undefined, 0]);
  });
  it('a failure is known for a while, then tried again', () => {
    let now = 0;
    const shelf = createPageShelf(1000, () => now);
    shelf.get(from, '/a');
    shelf.keepFailure(from, '/a', 50);
    expect(shelf.get(from, '/a')).toBeNull();
    now = 51;
    expect([shelf.get(from, '/a'), shelf.bytes()]).toEqual([undefined, 0]);
  });
});

const FOOTER = { styles: [{ href: '/foot.css' }], html: '<footer></footer>' };
describe('document', () => {
  it('a title cannot end the data: it comes back as it was', () => {
    const value = { title: '</script><script>alert(1)</script><!-- ' };
    expect(escapeJson(value)).not.toContain('<');
    expect(JSON.parse(escapeJson(value))).toEqual(value);
  });
  it('its code is named, and left to the first script of the page', () => {
    const page = { build: '1' } as Parameters<typeof fillTemplate>[1]['page'];
    const template = '<html ><head><script type="module" src="/a.js"></script></head><div id="root"></div></body>';
    const filled = fillTemplate(template, { styles: [], footer: FOOTER, html: '<p></p>', page });
    expect(filled).toContain('<script type="text/later" src="/a.js">');
    expect(filled).not.toContain('type="module"');
    expect(filled).toContain(
      '<noscript><link rel="stylesheet" crossorigin href="/foot.css"><footer></footer></noscript>',
    );
    // A browser asks for nothing of an unknown type; this is who does.
    expect(readFileSync('index.html', 'utf8')).toContain('script[type="text/later"]');
  });
  it('carries the sheets it was given, in the order of the cascade, and a link to each that no browser follows', () => {
    const template =
      '<html ><head><link rel="stylesheet" crossorigin href="/entry.css"></head><div id="root"></div></body>';
    const page = { build: '1' } as Parameters<typeof fillTemplate>[1]['page'];
    const styles = [
      { href: '/entry.css', text: 'a{color:red}' },
      { href: '/wide.css', media: '(min-width: 960px)' },
      { href: '/screen.css', text: 'a{color:$1}' },
    ];
    const filled = fillTemplate(template, { styles, footer: FOOTER, html: '', page });
    expect(filled.slice(filled.indexOf('<head>') + 6, filled.indexOf('</head>'))).toBe(
      '<style data-sheet="/entry.css">a{color:red}</style><link rel="stylesheet" disabled href="/entry.css">' +
        '<link rel="stylesheet" crossorigin href="/wide.css" media="(min-width: 960px)">' +
        '<style data-sheet="/screen.css">a{color:$1}</style><link rel="stylesheet" disabled href="/screen.css">',
    );
  });
  it('a page that is not index.html is refused', () => {
    const filling = { styles: [], footer: FOOTER, html: '', page: {} as Parameters<typeof fillTemplate>[1]['page'] };
    expect(() => fillTemplate('<html></html>', filling)).toThrow('no place');
  });
});

describe('thread', () => {
  let folder: string;
  let thread: RenderThread;
  let open: (deadlineMs: number) => RenderThread;
  const readFile = async (sha256: string) => (sha256 === 'abc' ? 'text of abc' : null);
  const job = (path: string) => ({ path, manifest: 'm', template: 't', styles: [], footerStyles: [] });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    const code = join(folder, 'render.js');
    writeFileSync(
      code,
      `export async function renderPage({ path, file }) {
        if (path === '/throws') throw new Error('broken part');
        if (path === '/loops') for (;;);
        return path === '/none' ? null : path + ' ' + (await file('abc'));
      }`,
    );
    open = (deadlineMs) => openRenderThread({ code, readFile, deadlineMs, maxWaiting: 2 });
    thread = open(60_000);
  });
  afterEach(async () => {
    await thread.stop();
    rmSync(folder, { recursive: true });
  });
  it('gives the document compressed, null for an unknown address, and says why a page failed', async () => {
    const page = await thread.render(job('/a'));
    expect(page && brotliDecompressSync(page.br).toString()).toBe('/a text of abc');
    expect(await thread.render(job('/none'))).toBeNull();
    await expect(thread.render(job('/throws'))).rejects.toThrow('broken part');
  });
  it('a page that never ends is ended, and the next one is rendered', async () => {
    thread = open(1000);
    // A visitor does not wait for a slow start to its end; the thread starts all the same.
    const rendered = (path: string) => until(async () => expect(await thread.render(job(path))).not.toBeNull());
    await rendered('/a');
    await expect(thread.render(job('/loops'))).rejects.toMatchObject({ name: 'RenderError', isBusy: false });
    await rendered('/b');
  });
  it('more than may wait are turned away at once', async () => {
    const two = [thread.render(job('/a')), thread.render(job('/b'))];
    await expect(thread.render(job('/c'))).rejects.toMatchObject({ isBusy: true });
    expect(await Promise.all(two)).toHaveLength(2);
  });
});
