import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { grouped, median, printTable, writeResult } from '#bench/report.ts';
import { type BenchShop, freePort, openBenchShop } from '#bench/shop.ts';
import { PIECE_BYTES } from '#src/offline/lesson-film.ts';
import { runLessonsJob } from '#src/offline/lessons-sync.ts';
import type { Net } from '#src/offline/ports.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

// Lessons on the phone: how soon one is read after a cold start in the metro, what a worker holds while somebody seeks through a
// film of 300 MB that is on the phone, what travels when one lesson of a course has changed.
// Contents: 1 cold start, 2 the film, 3 what travels

const RUNS = Number(process.env.RUNS ?? 5);
const COURSE = { id: 1, folder: '1-start-konsultanta', lesson: 103, title: 'Баллы и периоды' };
const FILM_MB = 300;
const SEEKS = 60;
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const launch = (profile: string, args: string[] = []): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', ...args],
    ...PHONE,
  });
const pageOf = async (phone: BrowserContext): Promise<Page> => phone.pages()[0] ?? (await phone.newPage());

// ── 1 Cold start ────────────────────────────────────────────────────────────────────────────────
/** A consultant's phone with the whole course on it. */
async function downloaded(url: string): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'rostok-bench-phone-'));
  const phone = await launch(profile);
  const page = await pageOf(phone);
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: 'Телефон или e-mail' }).fill('cons@rostok.test');
  await page.getByLabel('Пароль', { exact: true }).fill('rostok-demo');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByRole('link', { name: 'Кабинет' }).first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${url}/user/education/course/${COURSE.id}`);
  await page.getByRole('button', { name: 'Скачать курс' }).click();
  await page.getByText('Курс на телефоне').waitFor({ timeout: 60_000 });
  await phone.close();
  return profile;
}

type Shown = (page: Page) => Promise<void>;
const lessonShown: Shown = async (page) => {
  await page.getByRole('heading', { level: 1, name: COURSE.title }).waitFor();
  await page.getByRole('article').getByRole('paragraph').nth(1).waitFor();
};
const cardsShown: Shown = (page) => page.getByRole('article').first().waitFor();

/** A new browser process without a network, the processor slowed four times: until the words are on the screen, ms. */
async function coldStart(address: string, profile: string, shown: Shown): Promise<number> {
  const phone = await launch(profile);
  try {
    await phone.setOffline(true);
    const page = await pageOf(phone);
    const cdp = await phone.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const began = Date.now();
    await page.goto(address, { waitUntil: 'commit' });
    await shown(page);
    return Date.now() - began;
  } finally {
    await phone.close();
  }
}

// ── 2 The film ──────────────────────────────────────────────────────────────────────────────────
type Heap = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number };
const bytesOf = (heap: Heap) => heap.usedSize + (heap.embedderHeapUsedSize ?? 0) + (heap.backingStorageSize ?? 0);

/** Bytes over what the idle worker holds, at the worst moment of SEEKS jumps of one player. */
async function seekThrough(url: string, profile: string): Promise<{ held: number; withGarbage: number }> {
  const port = await freePort();
  const phone = await launch(profile, [`--remote-debugging-port=${port}`]);
  try {
    const page = await pageOf(phone);
    await page.goto(`${url}/user/education`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const film = 'f'.repeat(64);
    await page.evaluate(plantFilm, { film, megabytes: FILM_MB, piece: PIECE_BYTES });
    const worker = await inspectWorker(port);
    const path = `/api/education/files/${film}.mp4`;
    const seek = (n: number) => page.evaluate(jump, { path, at: (n * 104_729_003) % (FILM_MB * 2 ** 20) });
    await seek(0);
    const idle = bytesOf(await worker.heap(true));
    const peaks = { held: 0, withGarbage: 0 };
    for (let n = 1; n <= SEEKS; n += 1) {
      let isOver = false;
      const jumping = seek(n).finally(() => (isOver = true));
      while (!isOver) {
        // Every other look first lets go of what nobody holds any more.
        peaks.withGarbage = Math.max(peaks.withGarbage, bytesOf(await worker.heap(false)) - idle);
        if (n % 2 === 0) peaks.held = Math.max(peaks.held, bytesOf(await worker.heap(true)) - idle);
      }
      await jumping;
    }
    worker.close();
    return peaks;
  } finally {
    await phone.close();
  }
}

/** Runs in a page: a film as a download leaves it, without the hour of downloading. */
async function plantFilm({
  film,
  megabytes,
  piece,
}: {
  film: string;
  megabytes: number;
  piece: number;
}): Promise<void> {
  const opening = indexedDB.open('pub');
  const db = await new Promise<IDBDatabase>((done) => {
    opening.addEventListener('success', () => done(opening.result));
  });
  const put = (key: string, value: unknown) =>
    new Promise<void>((done, fail) => {
      const change = db.transaction('kv', 'readwrite');
      change.objectStore('kv').put(value, key);
      change.addEventListener('complete', () => done());
      change.addEventListener('abort', () => fail(change.error));
    });
  const bytes = megabytes * 2 ** 20;
  for (let n = 0; n * piece < bytes; n += 1) {
    const part = new Uint8Array(Math.min(piece, bytes - n * piece));
    for (let at = 0; at < part.length; at += 65_536) crypto.getRandomValues(part.subarray(at, at + 65_536));
    await put(`les:vp:${film}:${n}`, part.buffer);
  }
  await put(`les:v:${film}`, { v: 1, bytes, type: 'video/mp4', seenAt: new Date().toISOString() });
  db.close();
}

/** Runs in a page: a player that jumps asks anew and drops what it had asked for; it reads a part and leaves the rest. */
async function jump({ path, at }: { path: string; at: number }): Promise<void> {
  await Promise.all(
    [at, at + 3_000_000].map(async (from) => {
      const answer = await fetch(path, { headers: { Range: `bytes=${from}-` } });
      if (answer.status === 416) return;
      if (answer.status !== 206) throw new Error(`${path}: ${answer.status}`);
      const reader = answer.body!.getReader();
      for (let read = 0; read < 1_500_000;) {
        const { value, done } = await reader.read();
        if (done) return;
        read += value.length;
      }
      await reader.cancel();
    }),
  );
}

type Target = { type: string; url: string; webSocketDebuggerUrl: string };
async function inspectWorker(port: number): Promise<{ heap(collect: boolean): Promise<Heap>; close(): void }> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[];
  const target = targets.find((one) => one.type === 'service_worker');
  if (!target) throw new Error('no worker to look into');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((done) => socket.addEventListener('open', done));
  const waiting = new Map<number, (result: Heap) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: Heap };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let last = 0;
  const send = (method: string) =>
    new Promise<Heap>((done) => {
      last += 1;
      waiting.set(last, done);
      socket.send(JSON.stringify({ id: last, method }));
    });
  return {
    async heap(collect) {
      if (collect) await send('HeapProfiler.collectGarbage');
      return send('Runtime.getHeapUsage');
    },
    close: () => socket.close(),
  };
}

// ── 3 What travels ──────────────────────────────────────────────────────────────────────────────
/** The engine of the phone against the running shop; every body is counted as it came over the wire. */
async function oneLessonChanged({
  url,
  dataDir,
}: BenchShop): Promise<{ whole: number; changed: number; files: number }> {
  const cookie = await login(url);
  let bytes = 0;
  let files = 0;
  const net: Net = {
    get: (path, { etag } = {}) =>
      new Promise((done, fail) => {
        const headers = { Cookie: cookie, 'Accept-Encoding': 'br', ...(etag ? { 'If-None-Match': etag } : {}) };
        const asking = ask(`${url}${path}`, { headers }, (answer) => {
          answer.toArray().then((parts) => {
            const raw = Buffer.concat(parts as Buffer[]);
            bytes += raw.length;
            if (path.includes('/files/')) files += 1;
            const body = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(raw) : raw;
            done({
              status: answer.statusCode ?? 0,
              etag: answer.headers.etag ?? null,
              type: answer.headers['content-type'] ?? '',
              body: new Uint8Array(body).buffer,
            });
          }, fail);
        });
        asking.once('error', fail).end();
      }),
  };
  const ports = { pub: memoryStore('pub'), person: memoryStore('u:bench'), net };
  const run = async (job: Parameters<typeof runLessonsJob>[1]) => {
    const { kind } = await runLessonsJob(ports, job);
    if (kind !== 'updated' && kind !== 'unchanged') throw new Error(`${job.kind} ended with ${kind}`);
  };
  await run({ kind: 'sync' });
  await run({ kind: 'download', id: COURSE.id });
  const whole = bytes;
  const folder = mkdtempSync(join(tmpdir(), 'rostok-bench-course-'));
  cpSync(join('content/courses', COURSE.folder), folder, { recursive: true });
  const file = join(folder, '03-bally-i-periody', 'lesson.md');
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n\nЕщё одно предложение в конце урока.\n`);
  await new Promise<void>((done, fail) => {
    const command = spawn(process.execPath, ['server/import-course.ts', folder], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    command.once('exit', (code) => (code === 0 ? done() : fail(new Error(`import-course ended with ${code}`))));
  });
  rmSync(folder, { recursive: true, force: true });
  bytes = 0;
  files = 0;
  await run({ kind: 'sync' });
  return { whole, changed: bytes, files };
}

async function login(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'rostok', Origin: url },
    body: JSON.stringify({ login: 'cons@rostok.test', password: 'rostok-demo' }),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

export async function benchEducation(): Promise<void> {
  const shop = await openBenchShop();
  const profile = await downloaded(shop.url);
  try {
    const starts: number[] = [];
    const cards: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      starts.push(await coldStart(`${shop.url}/user/education/lesson/${COURSE.lesson}`, profile, lessonShown));
      // Beside it, for the ratio: machines differ.
      cards.push(await coldStart(`${shop.url}/katalog`, profile, cardsShown));
    }
    const film = await seekThrough(shop.url, profile);
    const sync = await oneLessonChanged(shop);
    printTable(
      'Lessons on the phone',
      ['what', 'value', 'goal'],
      [
        ['offline cold start to a lesson, new process, 4×: ms (median)', grouped(median(starts)), '700'],
        ['  the catalogue in the same run: ms (median)', grouped(median(cards)), '700'],
        [`worker while seeking through ${FILM_MB} MB: bytes held`, grouped(film.held), grouped(8 * 2 ** 20)],
        ['  the same with what is not collected yet', grouped(film.withGarbage), '—'],
        ['a whole course over the wire, list included: bytes', grouped(sync.whole), grouped(300_000)],
        [`one lesson changed: bytes (${sync.files} file)`, grouped(sync.changed), '—'],
      ],
    );
    writeResult('education', { runs: RUNS, starts, cards, film, sync });
  } finally {
    await shop.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
