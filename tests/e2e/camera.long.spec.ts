import { join } from 'node:path';
import { writeFilm } from '#tests/e2e/support/code-film.ts';
import { expect, logIn, test as base } from '#tests/e2e/support/test.ts';

// Codes by the camera where the browser has no reader of its own (docs/decisions/441): Chromium on Linux, with a film in the place of its
// camera.

type Waiting = { id: number; label: string; line: number; title: string };
const test = base.extend<object, { waiting: Waiting }>({
  /** An order that lies at the point, with a unit whose code of «Честный знак» is still to be scanned. */
  waiting: [
    async ({ shop }, use) => {
      const [found] = await shop.sql<Waiting>(
        `select o.id, 'P' || o.id || '-' || p.number as label, l.id as line, l.title
         from point_orders a join orders o on o.id = a.order_id join parcels p on p.order_id = o.id join order_lines l on l.order_id = o.id
         where a.site = '3:CO-4' and a.handed_at is null and a.left_at is null and l.marked and o.status = 5 order by o.id limit 1`,
      );
      if (!found) throw new Error('the demo has no marked order at the point');
      await shop.sql(`delete from marking_codes where line_id in (select id from order_lines where order_id = ${found.id} and id <> ${found.line})`); // prettier-ignore
      await shop.sql(`update order_lines set marked = (id = ${found.line}), quantity = case when id = ${found.line} then 1 else quantity end where order_id = ${found.id}`); // prettier-ignore
      await shop.sql(`delete from marking_codes where line_id = ${found.line}`);
      await use(found);
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, waiting }, use) => {
      const film = join(process.env.E2E_FOLDER ?? '.', `codes-${waiting.id}.y4m`);
      await writeFilm(film, [
        { format: 'QRCode', text: waiting.label },
        { format: 'DataMatrix', text: `(01)04600000000008(21)camera${waiting.id}(93)abcd` },
      ]);
      await use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
        ],
      });
    },
    { scope: 'worker' },
  ],
});

test('the camera opens an order by its label and takes the code of its unit', async ({ page, context, waiting }) => {
  const policies: string[] = [];
  page.on('response', async (answer) => {
    const policy = (await answer.allHeaders())['content-security-policy'] ?? '';
    if (policy.includes('wasm-unsafe-eval')) policies.push(new URL(answer.url()).pathname);
  });
  await context.grantPermissions(['camera']);
  await logIn(page, 'punkt');
  // Not loaded by its own address: the page has the policy of another one.
  await page.goto('/user');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Пункт выдачи/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Пункт выдачи' })).toBeVisible();
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false);
  await page.getByRole('button', { name: 'Сканировать камерой' }).click();
  const card = page.getByRole('article', { name: /^Заказ №/ });
  await expect(card.getByText('Честный знак: 1 из 1')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/punkt/orders/${waiting.id}(\\?|$)`));
  expect(policies.filter((path) => !path.startsWith('/assets/detector.worker-'))).toEqual([]);
  expect(policies.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Закрыть камеру' }).click();
  await expect(page.getByLabel('Изображение камеры')).toBeHidden();
});
