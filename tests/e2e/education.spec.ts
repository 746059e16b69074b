import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { openDb } from '#server/db/open.ts';
import { importCourses } from '#server/features/education/import-courses.ts';
import { courseMd, type Files, folderOf, lessonMd, mp4 } from '#tests/education-server/course-fixture.ts';
import { openShopOn, sheet } from '#tests/e2e/support/offline-lab-gestures.ts';
import { withPhone } from '#tests/e2e/support/offline-lab-phone.ts';
import { executionsOf, expectDrained, expectQueued, pendingOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, type OfflineLab, openLab, test } from '#tests/e2e/support/offline-lab.ts';
import type { ShopProcess } from '#tests/e2e/support/shop-process.ts';

// «Seen working» of education: a course on the phone, read and answered without a signal, judged once when it is back.

const COURSE = 'Старт консультанта';
/** The third lesson of the first course. */
const LESSON = { id: 103, title: 'Баллы и периоды' };

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** Inside the app, as a link goes: no navigation that needs the network. */
const go = (page: Page, to: string) => page.evaluate((path) => history.pushState(null, '', path), to);
async function openSchool(page: Page): Promise<void> {
  await go(page, '/user/education');
  await expect(heading(page, 'Обучение')).toBeVisible();
  await expect(page.getByRole('article', { name: COURSE })).toBeVisible();
}
async function downloadCourse(page: Page): Promise<void> {
  await go(page, '/user/education/course/1');
  await page.getByRole('button', { name: 'Скачать курс' }).click();
  await expect(page.getByText('Курс на телефоне')).toBeVisible({ timeout: 30_000 });
}
/** Answers the question in front with its first choice. */
async function answerOne(page: Page): Promise<void> {
  await page.locator('fieldset input').first().check();
}
/** Through the questions from the one in front; stops before the last answer when asked. */
async function answerFrom(page: Page, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1) {
    await expect(page.getByText(`Вопрос ${n} из 5`)).toBeVisible();
    await answerOne(page);
    if (n < 5) await page.getByRole('button', { name: 'Следующий вопрос' }).click();
  }
}
const attemptsOf = (lab: Pick<OfflineLab, 'shop'>, person: { id: number }, lesson: number) =>
  lab.shop.sql<{ percent: number }>('select percent from quiz_attempts where user_id = $1 and lesson_id = $2', [
    person.id,
    lesson,
  ]);
/** As `npm run import-course` beside the running shop. */
async function takeCourse(shop: ShopProcess, files: Files): Promise<void> {
  const { folder, done } = folderOf(files);
  const { db, close } = openDb(shop.databaseUrl, { max: 1 });
  await importCourses({ folder }, { db, dataDir: join(process.env.E2E_FOLDER ?? '.tmp', 'data'), now: new Date() });
  await close();
  done();
}
/** The answers of an attempt as the phone keeps them. */
const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('u:'));
    let count = 0;
    for (const name of names) {
      const opening = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((done) =>
        opening.addEventListener('success', () => done(opening.result)),
      );
      if (db.objectStoreNames.contains('kv')) {
        const read = db
          .transaction('kv')
          .objectStore('kv')
          .getAll(IDBKeyRange.bound('draft:quiz:', 'draft:quiz:\uffff'));
        const drafts = await new Promise<{ answers: object }[]>((done) =>
          read.addEventListener('success', () => done(read.result as { answers: object }[])),
        );
        for (const { answers } of drafts) count += Object.keys(answers).length;
      }
      db.close();
    }
    return count;
  });

test('a course is read, watched and answered without a signal through a dead tab and a restart, and judged once', async ({
  lab,
  shop,
  gate,
  consoleGuard,
}) => {
  const person = await lab.person('cons');
  await withPhone({ shop, proxy: gate, console: consoleGuard }, async (phone) => {
    const online = await phone.start();
    await openShopOn(online.page, online.lab, person);
    await openSchool(online.page);
    await downloadCourse(online.page);

    // The phone is switched off and wakes up in the metro.
    const { page, lab: metro } = await phone.start({ offline: true });
    // The browser forgets for a moment that it is offline when a tab dies or a worker starts: the tunnel does not.
    const tunnel = metro.drop();
    await page.goto('/user/education');
    await expect(page.getByRole('article', { name: COURSE })).toBeVisible();
    await page.getByRole('link', { name: COURSE }).click();
    await page.getByRole('link', { name: new RegExp(LESSON.title) }).click();
    await expect(heading(page, LESSON.title)).toBeVisible();
    // Text, picture and checklist are here.
    const picture = page.getByRole('article').getByRole('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('link', { name: 'Пройдено, к тесту' }).click();
    await expectQueued(page, 1);
    await answerFrom(page, 1, 4);
    await expect.poll(() => keptAnswers(page)).toBe(4);

    // The tab dies before the last answer; another one goes on where it stopped.
    await metro.crashTab(page);
    const again = await metro.context.newPage();
    await again.goto(`/user/education/lesson/${LESSON.id}/quiz`);
    await answerFrom(again, 5, 5);
    await again.getByRole('button', { name: 'Отправить ответы' }).click();
    await expect(heading(again, 'Ответы сохранены')).toBeVisible();
    await expectQueued(again, 2);
    // Another start: what it finds in the queue it tells in the sheet.
    await again.goto('/user/education');
    await expect(heading(again, 'Обучение')).toBeVisible();
    await expectQueued(again, 2);

    tunnel.lift();
    await metro.online();
    await expectDrained(again);
    await expect(sheet(again)).toBeVisible({ timeout: 30_000 });
    await expect(sheet(again)).toContainText(LESSON.title);
    await expect(sheet(again)).toContainText(/сдан, \d+/);
    await sheet(again).getByRole('button', { name: 'Готово' }).click();
    await go(again, `/user/education/lesson/${LESSON.id}/quiz`);
    await expect(heading(again, /Тест (не )?сдан/)).toBeVisible();

    expect(await attemptsOf(lab, person, LESSON.id)).toHaveLength(1);
    const done = (await executionsOf(metro)).filter((one) => one.owner === person.owner);
    expect(done.map(({ kind }) => kind).sort()).toEqual(['lesson.watched', 'quiz.submit']);
  });

  // Another device of the same person.
  const [{ percent }] = (await attemptsOf(lab, person, LESSON.id)) as [{ percent: number }];
  const page = await lab.context.newPage();
  await openShopOn(page, lab, person);
  await openSchool(page);
  await go(page, '/user/education/course/1');
  const row = page.getByRole('link', { name: new RegExp(LESSON.title) });
  await expect(row).toContainText('просмотрен');
  await expect(row).toContainText(`${percent} %`);
});

test(
  'two devices answer the same quiz: each is judged once and both show what the server knows',
  { tag: '@long' },
  async ({ page, lab, shop, browser, consoleGuard }) => {
    consoleGuard.allow(/status of 429/);
    const person = await lab.person('client');
    const context = await browser.newContext();
    // The same door: the shop knows one address.
    const other = await openLab({ context, shop, proxy: lab.proxy, console: consoleGuard });
    const second = await context.newPage();
    await openShopOn(page, lab, person);
    await openShopOn(second, other, person);
    for (const one of [page, second]) {
      await openSchool(one);
      await go(one, `/user/education/lesson/${LESSON.id}/quiz`);
      await answerFrom(one, 1, 5);
    }
    await lab.offline();
    await other.offline();
    for (const one of [page, second]) {
      await one.getByRole('button', { name: 'Отправить ответы' }).click();
      await expect(heading(one, 'Ответы сохранены')).toBeVisible();
    }
    await lab.online();
    await expectDrained(page);
    await other.online();
    // Not passed on one, the other's waits out the pause in its queue; passed, both are judged.
    await expect
      .poll(async () => {
        const waits = (await pendingOf(second))[0]?.last?.code === 'too_many';
        return (await attemptsOf(lab, person, LESSON.id)).length === (waits ? 1 : 2);
      })
      .toBe(true);
    const keys = (await executionsOf(lab)).filter((one) => one.kind === 'quiz.submit').map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    await other.close();
    await context.close();
  },
);

test(
  'a lesson of another audience and an unknown one are refused in words',
  { tag: '@long' },
  async ({ page, lab, consoleGuard }) => {
    consoleGuard.allow(/status of 40[34]/);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await go(page, '/user/education/lesson/301');
    await expect(heading(page, 'Этот курс для консультантов')).toBeVisible();
    await go(page, '/user/education/course/3');
    await expect(heading(page, 'Этот курс для консультантов')).toBeVisible();
    await go(page, '/user/education/lesson/999999');
    await expect(heading(page, 'Такого урока нет')).toBeVisible();
  },
);

test('a place in the lesson and the ticks are found again; a picture is enlarged', async ({ page, lab }) => {
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await go(page, '/user/education/lesson/105');
  await expect(heading(page, 'Как рассказать о продукции без ошибок')).toBeVisible();
  await page.getByRole('checkbox').nth(1).check();
  const block = page.getByRole('heading', { level: 2, name: 'Если спрашивают о болезни' });
  await block.evaluate((element) =>
    window.scrollTo({ top: element.getBoundingClientRect().top + scrollY - 70, behavior: 'instant' }),
  );
  // Left in the same breath: the place goes with whoever leaves.
  await go(page, '/user/education');
  await expect(page.getByRole('link', { name: 'Продолжить' })).toBeVisible();
  await page.getByRole('link', { name: 'Продолжить' }).click();
  await expect(block).toBeInViewport();
  await expect(page.getByRole('checkbox').nth(1)).toBeChecked();
  await page
    .getByRole('button', { name: /^Увеличить: / })
    .first()
    .click();
  const viewer = page.getByRole('dialog', { name: 'Просмотр картинки' });
  const image = viewer.locator('img');
  const before = (await image.boundingBox())!.width;
  await viewer.getByRole('button', { name: 'Увеличить' }).click();
  await expect.poll(async () => (await image.boundingBox())!.width).toBeGreaterThan(before * 1.3);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('lessons are found by their words without a signal, and a product names the lessons that mention it', async ({
  page,
  lab,
}) => {
  const person = await lab.person('cons');
  await openShopOn(page, lab, person);
  await openSchool(page);
  await downloadCourse(page);
  const [mentioned] = await lab.shop.sql<{ slug: string; title: string }>(
    `select slug, title from products where code = '10201' and published`,
  );
  if (!mentioned) throw new Error('the demo shop has no 10201');
  await lab.offline();
  await openSchool(page);
  await page.getByRole('searchbox', { name: 'Поиск по урокам' }).fill('благодарностями');
  const found = page
    .getByRole('link', { name: /Как рассказать о продукции без ошибок/ })
    .filter({ has: page.locator('mark') });
  await expect(found).toBeVisible();
  await expect(page).toHaveURL(/\?q=/);
  await found.click();
  await expect(heading(page, 'Как рассказать о продукции без ошибок')).toBeVisible();
  await go(page, `/produkt/${mentioned.slug}`);
  await expect(heading(page, mentioned.title)).toBeVisible();
  const lessons = page.getByRole('region', { name: 'В уроках' });
  // By keyboard: what comes late above it (delivery, goods beside it) moves the link, and a pointer would let go beside it.
  await lessons.getByRole('link', { name: 'Как рассказать о продукции без ошибок' }).press('Enter');
  await expect(heading(page, 'Как рассказать о продукции без ошибок')).toBeVisible();
});

test('a film that was asked for answers any range without a signal, and nothing of it is in Cache Storage', async ({
  page,
  lab,
  shop,
}) => {
  const film = mp4(5 * 1024 * 1024 + 77);
  await takeCourse(shop, {
    '9-film/course.md': courseMd(9).replace('everyone', 'consultants'),
    '9-film/01-film/lesson.md': lessonMd(901, 'Текст.').replace('kind: text', 'kind: video\nvideo:\n  file: film.mp4'),
    '9-film/01-film/film.mp4': film,
  });
  const person = await lab.person('cons');
  await openShopOn(page, lab, person);
  await openSchool(page);
  await go(page, '/user/education/lesson/901');
  await page.getByRole('button', { name: /Скачать видео/ }).click();
  await expect(page.getByText(/Видео на\s+телефоне/)).toBeVisible({ timeout: 30_000 });
  const src = await page.locator('video').getAttribute('src');
  await lab.offline();
  const parts = await page.evaluate(
    async (url) =>
      Promise.all(
        ['bytes=0-', 'bytes=2097150-2097153', 'bytes=5242956-'].map(async (range) => {
          const answer = await fetch(url, { headers: { Range: range } });
          const bytes = new Uint8Array(await answer.arrayBuffer());
          return { status: answer.status, length: bytes.length, first: bytes[0], last: bytes.at(-1) };
        }),
      ),
    src ?? '',
  );
  const part = (from: number, to: number) => ({
    status: 206,
    length: to - from,
    first: film[from],
    last: film[to - 1],
  });
  expect(parts).toEqual([part(0, 4 * 1024 * 1024), part(2097150, 2097154), part(5242956, film.length)]);
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return urls.flat().filter((url) => url.includes('/education/'));
  });
  expect(cached).toEqual([]);
  await page.getByRole('button', { name: 'Удалить видео' }).click();
  await expect(page.getByText(/Видео не\s+скачано/)).toBeVisible();
});

test(
  'nothing of education is wider than the narrowest phone, also without a network',
  { tag: '@long' },
  async ({ page, lab }) => {
    await openShopOn(page, lab, await lab.person('cons'));
    await openSchool(page);
    await downloadCourse(page);
    await page.setViewportSize({ width: 320, height: 640 });
    const fits = async (path: string, ready: Locator) => {
      await go(page, path);
      await expect(ready).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    };
    const all = async () => {
      await fits('/user/education', page.getByRole('article', { name: COURSE }));
      await fits('/user/education/course/1', page.getByText(/Курс на\s+телефоне/));
      await fits('/user/education/course/2', page.getByRole('button', { name: 'Скачать курс' }));
      await fits('/user/education/lesson/102', page.getByRole('button', { name: /Скачать видео/ }));
      await fits('/user/education/lesson/105', page.getByRole('checkbox').first());
      await fits('/user/education/lesson/105/quiz', page.locator('fieldset input').first());
      if (await page.getByText('Вопрос 1 из 5').isVisible()) await answerFrom(page, 1, 2);
      await fits('/user/education/lesson/105/quiz', page.getByRole('button', { name: 'Предыдущий вопрос' }));
    };
    await all();
    await lab.offline();
    await all();
  },
);

test(
  'a double tap does one thing, and focus is where a keyboard or a screen reader goes on',
  { tag: '@long' },
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await openShopOn(page, lab, await lab.person('cons'));
    await openSchool(page);
    await go(page, '/user/education/lesson/105');
    // A sheet gives the focus back to what opened it.
    const contents = page.getByRole('button', { name: 'Содержание курса' });
    await contents.click();
    await expect(page.getByRole('dialog', { name: COURSE })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contents).toBeFocused();
    // Nothing comes under the second tap while the quiz is on its way.
    const box = (await page.getByRole('link', { name: 'Пройдено, к тесту' }).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await page.waitForTimeout(60);
    await page.mouse.click(x, y);
    await expect(page.getByText('Вопрос 1 из 5')).toBeVisible();
    await expect(page).toHaveURL(/lesson\/105\/quiz/);
    await answerFrom(page, 1, 5);
    await page.getByRole('button', { name: 'Отправить ответы' }).click();
    const verdict = heading(page, /Тест (не )?сдан/);
    await expect(verdict).toBeVisible();
    await expect(verdict).toBeFocused();

    await go(page, '/user/education/course/2');
    await page.getByRole('button', { name: 'Скачать курс' }).dblclick();
    await expect(page.getByText(/Курс на\s+телефоне/)).toBeVisible({ timeout: 30_000 });
    for (const path of ['/user/education/lesson/abc', '/user/education/course/0', '/user/education/lesson/1e3/quiz']) {
      await go(page, path);
      await expect(heading(page, /Такого (урока|курса) нет/), path).toBeVisible();
    }
  },
);

test(
  'a full phone says what to free, and with room again the course comes',
  { tag: '@long' },
  async ({ page, lab }) => {
    await lab.quota(30_000_000);
    await openShopOn(page, lab, await lab.person('cons'));
    await openSchool(page);
    const giveBack = await lab.fillDisk();
    await go(page, '/user/education/course/1');
    await page.getByRole('button', { name: 'Скачать курс' }).click();
    const said = page.getByText(/не\s+осталось места/);
    await expect(said).toBeVisible();
    await expect(said.getByRole('link', { name: 'картинки каталога' })).toBeVisible();
    await expect(page.getByText(/Курс на\s+телефоне/)).toBeHidden();
    await giveBack();
    await page.getByRole('button', { name: /Скачать курс|Докачать/ }).click();
    await expect(page.getByText(/Курс на\s+телефоне/)).toBeVisible({ timeout: 30_000 });
    // What the phone keeps is weighed where it can be freed.
    await go(page, '/user/sync');
    await expect(page.getByRole('region', { name: 'На этом устройстве' })).toContainText(/Уроки.*7\s+уроков, \d+\s+кБ/);
  },
);

test('a course done to its end brings a certificate: a PDF with a number, only while there is a network', async ({
  page,
  lab,
  shop,
}) => {
  await takeCourse(shop, {
    '8-short/course.md': courseMd(8, 'certificate: true\n'),
    '8-short/01-one/lesson.md': lessonMd(801, 'Один урок.'),
  });
  await openShopOn(page, lab, await lab.person('client'));
  await openSchool(page);
  await go(page, '/user/education/lesson/801');
  await page.getByRole('button', { name: 'Отметить просмотренным' }).click();
  await expectDrained(page);
  await go(page, '/user/education/course/8');
  const link = page.getByRole('link', { name: 'Скачать сертификат: Курс 8' });
  await expect(link).toBeVisible();
  const coming = page.waitForEvent('download');
  await link.click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await lab.offline();
  await expect(page.getByText('Сертификат скачивается, когда есть интернет')).toBeVisible();
  await expect(link).toBeHidden();
});

// On a phone the walk of a consultant looks at them too (accessible.spec).
for (const [name, width, height] of [
  ['tablet', 834, 1112],
  ['desktop', 1440, 900],
] as const)
  test(`axe finds nothing on the screens of education: ${name}`, { tag: '@long' }, async ({ page, lab }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openShopOn(page, lab, await lab.person('cons'));
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [path, ready] of [
        ['/user/education', page.getByRole('article', { name: COURSE })],
        ['/user/education/course/1', page.getByRole('link', { name: new RegExp(LESSON.title) })],
        ['/user/education/lesson/105', page.getByRole('checkbox').first()],
        ['/user/education/lesson/105/quiz', page.getByRole('radio').first()],
      ] as const) {
        await go(page, path);
        await expect(ready).toBeVisible();
        expect(await violationsOn(page), `${path} ${scheme}`).toEqual([]);
      }
    }
  });
