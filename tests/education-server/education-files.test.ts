import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CoursePackage, type EducationPackages, getEducationPackages, LessonPackage } from '#contract/education.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { drawCertificate } from '#server/features/education/certificate.ts';
import { wantedBytes } from '#server/features/education/range.rules.ts';
import { eq } from 'drizzle-orm';
import { addConsultant, addPerson, addProduct, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import {
  folderOf,
  lessonMd,
  mp4,
  quizYaml,
  shopFiles,
  submit,
  take,
  watch,
} from '#tests/education-server/course-fixture.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let made: ReturnType<typeof folderOf>;
let dataDir: string;
let client: Browser;
let consultant: Browser;
let productId: number;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rostok-edu-data-'));
  shop = await openShop({ DATA_DIR: dataDir });
  made = folderOf(shopFiles());
  await take(shop, made.folder);
  productId = await addProduct(shop, { code: '10101' });
  client = await browserOf(shop, { userId: await addPerson(shop) });
  consultant = await browserOf(shop, { userId: await addConsultant(shop) });
});
afterAll(async () => {
  await shop.close();
  made.done();
  rmSync(dataDir, { recursive: true, force: true });
});
const packagesOf = async (browser: Browser): Promise<EducationPackages> =>
  (await (await browser('/api/education/packages')).json()) as EducationPackages;
const shaOf = (body: ArrayBuffer | Buffer) => createHash('sha256').update(new Uint8Array(body)).digest('hex');

describe('the manifest of packages', () => {
  it('is what the contract says, for each audience its own', async () => {
    const [open, own] = [await packagesOf(client), await packagesOf(consultant)];
    expect(getEducationPackages.reply.parse(own)).toEqual(own);
    expect(open.courses.map((course) => course.id)).toEqual([1]);
    expect(own.courses.map((course) => course.id)).toEqual([1, 3]);
    expect(own.courses[0]).toEqual(open.courses[0]);
    expect(open.productLessons).toEqual({ [productId]: [101] });
    expect(own.productLessons).toEqual({ [productId]: [101, 301] });
  });
  it('names every file with the bytes and the hash that it has', async () => {
    const { courses } = await packagesOf(consultant);
    for (const course of courses) {
      CoursePackage.parse(course);
      let [bytes, wire] = [0, 0];
      for (const file of [...course.lessons, ...course.pictures]) {
        const answer = await consultant(file.url);
        const body = await answer.arrayBuffer();
        expect([answer.status, body.byteLength, shaOf(body)]).toEqual([200, file.bytes, file.sha256]);
        bytes += body.byteLength;
        wire += (await (await consultant(file.url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()).byteLength;
      }
      expect([course.bytes, course.bytes_br]).toEqual([bytes, wire]);
    }
    expect(courses[0]!.cover).toEqual(courses[0]!.pictures.find((file) => file.url === courses[0]!.cover?.url));
    expect(courses[0]!.video).toEqual([
      {
        lesson_id: 102,
        type: 'video/mp4',
        bytes: 100_000,
        sha256: shaOf(mp4(100_000)),
        url: expect.stringMatching(/\.mp4$/),
      },
    ]);
  });
  it('answers 304 to its own tag, and never lets a shared cache or the next person have it', async () => {
    for (const headers of [{}, { 'accept-encoding': 'br' }] as Record<string, string>[]) {
      const first = await client('/api/education/packages', { headers });
      const etag = first.headers.get('etag')!;
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect(first.headers.get('vary')).toBe('accept-encoding, cookie');
      const body = Buffer.from(await first.arrayBuffer());
      const text =
        first.headers.get('content-encoding') === 'br' ? brotliDecompressSync(body).toString() : body.toString();
      expect(JSON.parse(text)).toEqual(await packagesOf(client));
      const again = await client('/api/education/packages', { headers: { ...headers, 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await consultant('/api/education/packages', { headers: { 'if-none-match': etag } })).status).toBe(200);
    }
  });
  it('forgets a product that the shop shows no more', async () => {
    await shop.db.update(products).set({ published: false }).where(eq(products.id, productId));
    const hidden = await packagesOf(client);
    await shop.db.update(products).set({ published: true }).where(eq(products.id, productId));
    expect(hidden.productLessons).toEqual({});
    expect((await packagesOf(client)).rev).not.toBe(hidden.rev);
  });
});

describe('a package of a lesson', () => {
  it('is the whole lesson: text, search text, pictures, products, quiz without right answers', async () => {
    const [one, two] = (await packagesOf(client)).courses[0]!.lessons;
    const lesson = LessonPackage.parse(await (await client(one!.url)).json());
    expect(lesson).toMatchObject({
      v: 1,
      id: 101,
      course_id: 1,
      kind: 'text',
      products: ['10101'],
      video: null,
      text: 'Начало.\nДальше\nРосток Лист',
    });
    expect(lesson.quiz).toEqual((await call(client, 'GET', '/education/course/lesson/quiz/get-data/101')).body.quiz);
    const shown = (await call(client, 'GET', '/education/course/lesson/101')).body.lesson;
    expect([lesson.html, one!.sha256]).toEqual([shown.html, shown.sha256]);
    expect(lesson.html).toContain(lesson.pictures[0]!.url);
    expect(LessonPackage.parse(await (await client(two!.url)).json())).toMatchObject({
      kind: 'video',
      quiz: null,
      video: { bytes: 100_000 },
    });
  });
  it('is immutable and public, brotli when asked for, 304 to a known tag', async () => {
    const { url } = (await packagesOf(client)).courses[0]!.lessons[0]!;
    const answer = await shop.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(shaOf(brotliDecompressSync(answer.rawPayload))).toBe(url.slice(-69, -5));
    expect((await shop.app.inject({ url })).headers['content-encoding']).toBeUndefined();
    expect((await shop.app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })).statusCode).toBe(
      304,
    );
  });
  it('of consultants: 401 without a session, 403 for a client, private and unkept for a consultant', async () => {
    const [, own] = (await packagesOf(consultant)).courses;
    const files = [own!.lessons[0]!.url, own!.pictures.find((file) => file.url !== own!.cover?.url)!.url];
    for (const url of files) {
      expect((await shop.app.inject({ url })).statusCode).toBe(401);
      expect(await call(client, 'GET', url)).toMatchObject({
        http: 403,
        body: { code: 'forbidden', message: 'Этот курс для консультантов' },
      });
      const answer = await consultant(url);
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
        200,
        'private, no-store',
        'accept-encoding, cookie',
      ]);
      // Asked for in the name of somebody else than the session's: another tab has logged in meanwhile.
      expect(await call(consultant, 'GET', url, undefined, { 'x-client-user': '1' })).toMatchObject({
        http: 403,
        body: { code: 'owner_mismatch' },
      });
    }
  });
  it('a lesson that changed leaves its old package there for whoever is just loading it', async () => {
    const { url } = (await packagesOf(client)).courses[0]!.lessons[2]!;
    made.write({ '1-start/03-three/lesson.md': lessonMd(103, 'Новое') });
    await take(shop, made.folder);
    expect((await packagesOf(client)).courses[0]!.lessons[2]!.url).not.toBe(url);
    expect((await shop.app.inject({ url })).statusCode).toBe(200);
  });
});

describe('files', () => {
  it('a drawing runs nothing and loads nothing', async () => {
    const { cover } = (await packagesOf(client)).courses[0]!;
    const { headers } = await shop.app.inject({ url: cover!.url, headers: { 'accept-encoding': 'br' } });
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });
  it.each([
    ['/api/education/files/../../etc/passwd', 404],
    ['/api/education/files/..%2f..%2fetc%2fpasswd', 400],
    ['/api/education/files/abc.json', 400],
    [`/api/education/files/${'a'.repeat(64)}.json`, 404],
    [`/api/education/files/${'A'.repeat(64)}.json`, 400],
    [`/api/education/files/${'a'.repeat(64)}.html`, 400],
  ])('%s → %i', async (url, http) => {
    expect((await shop.app.inject({ url })).statusCode).toBe(http);
  });
  it('a known hash under another ending is not there', async () => {
    const { url } = (await packagesOf(client)).courses[0]!.lessons[0]!;
    expect((await shop.app.inject({ url: url.replace('.json', '.svg') })).statusCode).toBe(404);
  });
});

describe('video', () => {
  const film = mp4(100_000);
  const urlOf = async () => (await packagesOf(client)).courses[0]!.video[0]!.url;
  const ask = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    shop.app.inject({ method, url: await urlOf(), headers });
  it('whole: immutable, says that it takes ranges', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '100000',
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.rawPayload.equals(film)).toBe(true);
    expect((await ask({ 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  });
  it('HEAD tells the size and sends nothing', async () => {
    const answer = await ask({}, 'HEAD');
    expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([200, '100000', 0]);
  });
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=99999-', 99_999, 99_999],
    ['bytes=50000-', 50_000, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
    ['bytes=10-999999', 10, 99_999],
  ])('%s → 206 with exactly these bytes', async (range, start, end) => {
    const answer = await ask({ range });
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
      206,
      `bytes ${start}-${end}/100000`,
      String(end - start + 1),
    ]);
    expect(answer.rawPayload.equals(film.subarray(start, end + 1))).toBe(true);
  });
  it('resumed at any byte, the parts are the file', async () => {
    const parts: Buffer[] = [];
    for (let from = 0; from < film.length; from += 33_333)
      parts.push((await ask({ range: `bytes=${from}-${from + 33_332}` })).rawPayload);
    expect(Buffer.concat(parts).equals(film)).toBe(true);
  });
  it('a range outside is 416 with the size; a stranger If-Range gets the whole', async () => {
    const outside = await ask({ range: 'bytes=100000-' });
    expect([outside.statusCode, outside.headers['content-range'], outside.rawPayload.length]).toEqual([
      416,
      'bytes */100000',
      0,
    ]);
    const etag = String((await ask()).headers.etag);
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
  });
  it('a video that is cut short or gone from the disk is 404 in words, never half a film', async () => {
    const [name] = readdirSync(join(dataDir, 'education'));
    truncateSync(join(dataDir, 'education', name!), 10);
    const answer = await ask({ range: 'bytes=0-9' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    await take(shop, made.folder);
    expect((await ask()).rawPayload.equals(film)).toBe(true);
  });
  it.each([
    ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
    ['bytes=5-3', { kind: 'whole' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=-0', { kind: 'none' }],
    ['bytes=10-', { kind: 'none' }],
  ])('rule: %s of ten bytes', (header, expected) => {
    expect(wantedBytes(header, 10, '"e"', undefined)).toEqual(expected);
  });
});

describe('the certificate', () => {
  const pdf = (browser: Browser, id: number | string = 1) => browser(`/api/education/certificate/${id}.pdf`);
  it('comes with the deed that makes the course whole, once, and is a PDF with the name in it', async () => {
    const browser = await browserOf(shop, { userId: await addPerson(shop, { name: 'Фёкла Ёлкина-Щукина' }) });
    for (const id of [101, 102]) expect((await watch(browser, id)).body.certificate).toBeNull();
    expect((await submit(browser, 101, 5)).body).toMatchObject({ progress: 75, certificate: null });
    const early = await pdf(browser);
    expect([early.status, (await early.json()).message]).toEqual([
      403,
      'Сертификат откроется, когда курс пройден целиком: сейчас 75 %',
    ]);
    const { progress, certificate } = (await watch(browser, 103)).body;
    expect(progress).toBe(100);
    expect(certificate).toMatchObject({
      course_id: 1,
      title: 'Курс 1',
      number: expect.stringMatching(/^01-\d{6}$/),
      url: '/api/education/certificate/1.pdf',
    });
    expect((await watch(browser, 103)).body.certificate).toEqual(certificate);
    const { body } = await call(browser, 'GET', '/education/get-data');
    expect(body.certificates).toEqual([certificate]);
    expect(body.courses[0]).toMatchObject({ progress: 100, certificate, next_lesson_id: null });
    const answer = await pdf(browser);
    expect(
      Object.fromEntries(['content-type', 'cache-control'].map((name) => [name, answer.headers.get(name)])),
    ).toEqual({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
    expect(answer.headers.get('content-disposition')).toContain(`certificate-${certificate.number}.pdf`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.equals(Buffer.from(await (await pdf(browser)).arrayBuffer()))).toBe(true);
  });
  it('stays when a lesson is added later', async () => {
    const own = folderOf({ ...shopFiles() });
    const browser = await browserOf(shop, { userId: await addPerson(shop) });
    await submit(browser, 101, 4);
    for (const id of [101, 102, 103]) await watch(browser, id);
    own.write({ '1-start/04-four/lesson.md': lessonMd(104), '1-start/04-four/quiz.yaml': quizYaml(' 4') });
    await take(shop, own.folder);
    const [course] = (await call(browser, 'GET', '/education/get-data')).body.courses;
    expect(course).toMatchObject({ progress: 66, certificate: { course_id: 1 }, next_lesson_id: 104 });
    expect((await pdf(browser)).status).toBe(200);
    rmSync(join(own.folder, '1-start/04-four'), { recursive: true });
    await take(shop, own.folder);
    own.done();
  });
  it('is given on asking when the course became whole without a deed', async () => {
    const browser = await browserOf(shop, { userId: await addPerson(shop) });
    await submit(browser, 101, 4);
    for (const id of [101, 102]) await watch(browser, id);
    const own = folderOf(shopFiles());
    rmSync(join(own.folder, '1-start/03-three'), { recursive: true });
    await take(shop, own.folder);
    expect((await pdf(browser)).status).toBe(200);
    await take(shop, made.folder);
    own.done();
  });
  it('refusals: no such course, none for this course, another audience, a bad address', async () => {
    expect((await pdf(client, 77)).status).toBe(404);
    expect((await pdf(consultant, 3)).status).toBe(404);
    expect((await pdf(client, 'x')).status).toBe(400);
    made.write({
      '3-people/course.md': shopFiles()
        ['3-people/course.md']!.toString()
        .replace('audience:', 'certificate: true\naudience:'),
    });
    await take(shop, made.folder);
    expect(await call(client, 'GET', '/api/education/certificate/3.pdf')).toMatchObject({
      http: 403,
      body: { message: 'Этот курс для консультантов' },
    });
  });
  it('holds Cyrillic as text that can be searched, whatever the name, and long names fit', async () => {
    const text = {
      shopName: 'Росток',
      course: 'Закон и этика',
      number: '06-000001',
      issuedAt: new Date('2026-11-21T21:30:00Z'),
    };
    const short = await drawCertificate({ ...text, person: 'Мария Ё. Müller' });
    const codes = unicodesOf(short);
    for (const letter of 'МарияЁMüllerЗакн21№') expect(codes).toContain(letter.codePointAt(0));
    for (const person of ['Анна-Мария '.repeat(30), 'Ы'.repeat(200), 'გიორგი Иванов', ''])
      expect((await drawCertificate({ ...text, person })).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

/** The code points that the fonts of a PDF map their glyphs to (ToUnicode). */
function unicodesOf(pdf: Buffer): number[] {
  const found: number[] = [];
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('endstream', start);
    let content = '';
    try {
      content = inflateSync(pdf.subarray(start, end)).toString('latin1');
    } catch {
      continue;
    }
    if (!content.includes('beginbfrange')) continue;
    for (const [code] of content.slice(content.indexOf('beginbfrange')).matchAll(/(?<=<)[0-9a-f]{4}(?=>)/gi))
      found.push(Number.parseInt(code, 16));
  }
  return found;
}
