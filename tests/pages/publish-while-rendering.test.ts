import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPages, type PagesParts } from '#server/features/pages/pages.ts';
import type { ClientFile } from '#server/platform/client-files.ts';

// A page is rendered from files that are read one after the other; a publish may come between any two of them.

let folder: string;
let pages: ReturnType<typeof openPages>;
let revision: NonNullable<ReturnType<PagesParts['catalogue']['ready']>>;
/** Reads of published files that wait for the test, by their hash. */
let reads: Map<string, (text: string | null) => void>;
const logged: object[] = [];
const TEMPLATE = '<html><div id="root">empty</div></html>';

const publish = (rev: string): void => void (revision = { rev, manifest: { identity: Buffer.from(rev) } });
const shell: ClientFile = {
  type: 'text/html',
  etag: '"shell"',
  body: { br: null, gzip: null, identity: Buffer.from(TEMPLATE) },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer/styles.json'), '{"catalogue":[],"product":[],"front":[],"footer":[]}');
  writeFileSync(
    join(folder, 'renderer/render.js'),
    `export async function renderPage({ path, manifest, template, file }) {
      if (path === '/katalog/endless') for (;;);
      return template.replace('empty', manifest + ' ' + path + ' ' + (await file(manifest)));
    }`,
  );
  reads = new Map();
  logged.length = 0;
  publish('r1');
  pages = openPages({
    dist: folder,
    shell: () => shell,
    heads: { fill: async (file) => file },
    catalogue: {
      ready: () => revision,
      index: async () => revision,
      file: (sha256) =>
        new Promise((done) => {
          reads.set(sha256, (text) => done(text === null ? undefined : { audience: 0, identity: Buffer.from(text) }));
        }),
    },
    log: { error: (about) => void logged.push(about) },
    limits: { deadlineMs: 60_000 },
  });
});
afterEach(async () => {
  await pages.stop();
  rmSync(folder, { recursive: true });
});

const text = (file: ClientFile | undefined) => file?.body.identity?.toString();
const readOf = (sha256: string) => expect.poll(() => reads.has(sha256)).toBe(true);

it('whoever asked before it gets a page of one revision; it is not kept, and the next one is of the new', async () => {
  const early = pages.page('/katalog', '');
  await readOf('r1');
  publish('r2');
  // Somebody comes in between: not led to the page of the revision before.
  const late = pages.page('/katalog', '');
  reads.get('r1')!('shard of r1');
  expect(text(await early)).toContain('r1 /katalog shard of r1');
  expect(pages.held('/katalog', '')).toBeUndefined();
  await readOf('r2');
  reads.get('r2')!('shard of r2');
  expect(text(await late)).toContain('r2 /katalog shard of r2');
  expect(text(pages.held('/katalog', ''))).toContain('r2');
});

it('a file that the publish has taken away in between: the empty page, and the next visitor gets the new one', async () => {
  const early = pages.page('/katalog', '');
  await readOf('r1');
  publish('r2');
  reads.get('r1')!(null);
  expect(await early).toBeUndefined();
  expect(logged).toHaveLength(1);
  const next = pages.page('/katalog', '');
  await readOf('r2');
  reads.get('r2')!('shard of r2');
  expect(text(await next)).toContain('r2 /katalog');
});

it('two who ask at once share one rendering', async () => {
  const two = [pages.page('/katalog', ''), pages.page('/katalog', '?utm_source=vk')];
  await readOf('r1');
  reads.get('r1')!('shard');
  const [first, second] = await Promise.all(two);
  expect(first).toBe(second);
  expect(text(first)).toContain('r1');
});

it('a page that never ends is the empty one after the deadline, is not begun again at once, and holds up nobody', async () => {
  await pages.stop();
  const quick = openPages({
    dist: folder,
    shell: () => shell,
    heads: { fill: async (file) => file },
    catalogue: {
      ready: () => revision,
      index: async () => revision,
      file: async () => ({ audience: 0, identity: Buffer.from('shard') }),
    },
    log: { error: (about) => void logged.push(about) },
    // Long beside a page that is rendered at once, for a machine that stands still; a failure is kept for the whole test.
    limits: { deadlineMs: 4000, failureMs: 600_000 },
  });
  await expect.poll(async () => text(await quick.page('/', ''))).toContain('r1 /');
  expect(await quick.page('/katalog/endless', '')).toBeUndefined();
  expect(logged).toHaveLength(1);
  expect(await quick.page('/katalog/endless', '')).toBeUndefined();
  expect(logged).toHaveLength(1);
  await expect.poll(async () => text(await quick.page('/eshop', ''))).toContain('r1 /eshop');
  await quick.stop();
});
