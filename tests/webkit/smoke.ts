import assert from 'node:assert/strict';
import globalSetup from '#tests/e2e/support/global-setup.ts';
import { openShopProcess, type ShopProcess } from '#tests/e2e/support/shop-process.ts';
import { openWebKit, patiently, type WebKit } from '#tests/webkit/webdriver.ts';

// npm run test:webkit: the shop in the engine of every iPhone. Open, add, stop the shop, reload, add again, come back.
// Needs Debian's webkit2gtk-driver and xvfb; ends with 0 when everything has arrived (docs/decisions/184-webkit.md).

/** The worker is in charge and the catalogue is on the device. */
const IS_WARM = `
  if (!navigator.serviceWorker.controller) return false;
  const db = await new Promise((done, fail) => { const open = indexedDB.open('pub'); open.onsuccess = () => done(open.result); open.onerror = () => fail(open.error); });
  if (!db.objectStoreNames.contains('kv')) { db.close(); return false; }
  const read = db.transaction('kv').objectStore('kv').get('cat:ptr');
  const pointer = await new Promise((done) => { read.onsuccess = () => done(read.result); });
  db.close();
  return Boolean(pointer);`;

type Product = { id: number; code: string };

const tearDown = await globalSetup();
const shop = await openShopProcess();
const webkit = await openWebKit();
try {
  await smoke(shop, webkit);
  console.log('WebKit: открылось, работает без магазина, всё дошло');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await webkit.close();
  await shop.close();
  await tearDown();
}

async function smoke(shop: ShopProcess, page: WebKit): Promise<void> {
  const products = await shop.sql<Product>(
    'select id, code from products where published and stock_qty >= 30 order by code limit 2',
  );
  const [first, second] = products;
  assert(first && second);
  const [row] = await shop.sql<{ last: number | null }>('select max(order_item_id) as last from cart_items');
  const last = row?.last ?? 0;
  await page.open(`${shop.url}/katalog`);
  await patiently(async () => assert(await page.read<boolean>(IS_WARM), 'the phone is not warmed up'));
  // What a page fetches when it is idle (the parts that search and sell) has no sign of its end.
  await page.read('await new Promise((done) => setTimeout(done, 5000));');
  console.log('  открыт и установлен');
  await add(page, shop, first);
  await patiently(async () => assert.deepEqual(await linesAfter(shop, last), [first.id]));
  console.log('  добавленное дошло');

  await shop.stop('SIGKILL');
  await page.reload();
  await patiently(async () =>
    assert((await page.read<number>('return document.querySelectorAll("article").length')) > 0),
  );
  await add(page, shop, second);
  await page.reload();
  await patiently(async () =>
    assert.match(await page.read<string>('return document.body.innerText'), /в\s+очереди/i, 'nothing is said to wait'),
  );
  console.log('  без магазина открывается, добавленное ждёт и после перезагрузки');

  await shop.start();
  await page.reload();
  await patiently(async () => assert.deepEqual(await linesAfter(shop, last), [first.id, second.id]));
  console.log('  магазин вернулся, всё дошло');
}

async function add(page: WebKit, { url }: ShopProcess, { id, code }: Product): Promise<void> {
  await page.open(`${url}/katalog?q=${code}`);
  await page.click(`//article[@data-product="${id}"]//button[contains(., "В корзину")]`);
}

/** Products of cart lines made since `last`: the demo's people have carts of their own. */
async function linesAfter({ sql }: ShopProcess, last: number): Promise<number[]> {
  const rows = await sql<{ id: number }>(
    'select product_id as id from cart_items where order_item_id > $1 order by order_item_id',
    [last],
  );
  return rows.map(({ id }) => id);
}
