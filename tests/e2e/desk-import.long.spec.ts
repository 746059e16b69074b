import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// A supplier's feed in the browser (docs/product/desk.md#feeds).

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<yml_catalog date="2026-11-21 10:00"><shop><name>Лавка</name><url>https://lavka.example/</url>
<currencies><currency id="RUR" rate="1"/></currencies><categories><category id="10">Иван-чай</category></categories>
<offers>
<offer id="1" available="true"><price>490</price><currencyId>RUR</currencyId><categoryId>10</categoryId><name>Иван-чай «Проба»</name></offer>
<offer id="2" available="true"><price>-1</price><currencyId>RUR</currencyId><categoryId>10</categoryId><name>Иван-чай «Минус»</name></offer>
</offers></shop></yml_catalog>`;

test('is checked, told row by row, written, and its product is found at the desk', async ({ page }) => {
  await logIn(page, 'admin');
  await page.goto('/desk/products');
  await page.getByRole('link', { name: 'Файлы поставщиков' }).click();
  await page.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(page.getByText('Выберите файл или введите адрес')).toBeVisible();
  await page
    .getByLabel('Файл', { exact: true })
    .setInputFiles({ name: 'lavka.xml', mimeType: 'text/xml', buffer: Buffer.from(FEED) });
  await page.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'lavka.xml' })).toBeVisible();
  const write = page.getByRole('button', { name: 'Записать и опубликовать' });
  await expect(write).toBeVisible();
  const rows = page.getByRole('table', { name: 'По строкам' });
  await expect(rows.getByText('цена меньше нуля')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await write.click();
  await expect(page.getByRole('heading', { name: 'Записано' })).toBeVisible();
  await page.goto('/desk/products');
  await page.getByRole('searchbox', { name: 'Найти' }).fill('Иван-чай «Проба»');
  await expect(page.getByRole('table', { name: 'Товары' }).getByRole('link')).toHaveText(['Иван-чай «Проба»']);
});
