import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, test, warmUp } from '#tests/e2e/support/test.ts';

// /punkty: where a parcel can be taken, as a list and on a map; docs/product/delivery.md#points.

test(
  'points: search, a filter, a mark of the map, the address, back, and without a signal',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/kompaniya/dostavka-i-oplata');
    await page.goto('/punkty?city=3&way=11');
    const list = page.getByRole('list', { name: 'Пункты выдачи' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    const map = page.getByRole('region', { name: 'Карта пунктов' });
    await expect(map.getByRole('button', { name: 'Ближе' })).toBeVisible();
    await expect(map.locator('.leaflet-marker-icon').first()).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);

    const all = await list.getByRole('listitem').count();
    const address = (await list.getByRole('listitem').nth(1).getAttribute('aria-label')) ?? '';
    const street = /ул\. ([А-Яа-яё]+)|([А-Яа-яё]+) пр\./.exec(address)?.slice(1).find(Boolean) ?? address;
    await page.getByRole('searchbox', { name: 'Улица или метро' }).fill(street);
    await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(all);
    // A mark is chosen on the map: its row opens in the list.
    const mark = map.locator('.leaflet-marker-icon').filter({ hasText: /^\d+$/ }).first();
    await mark.click();
    await expect(list.getByRole('button', { expanded: true })).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Улица или метро' }).fill('');
    await page.getByRole('button', { name: 'Постаматы' }).click();
    await expect(page.getByText(/^\d+ из \d+$/)).toBeVisible();
    await page.getByRole('button', { name: 'Постаматы' }).click();

    // Town and carrier stand in the address: another tab opens the same place.
    await page.getByRole('combobox', { name: 'Город' }).selectOption('Томск');
    await expect(page).toHaveURL(/city=25/);
    await expect(list.getByRole('listitem').first()).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole('combobox', { name: 'Город' }).locator('option:checked')).toHaveText('Томск');
    await other.close();
    await page.goBack();
    await expect(page).toHaveURL(/dostavka-i-oplata/);
    await page.goForward();
    await expect(page.getByRole('combobox', { name: 'Город' }).locator('option:checked')).toHaveText('Томск');
    await expect(list.getByRole('listitem').first()).toBeVisible();

    await warmUp(page);
    await context.setOffline(true);
    await page.reload();
    await expect(list.getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText(/^Нет сети — пункты на/)).toBeVisible();
    await expect(map.locator('.leaflet-marker-icon').first()).toBeVisible();
  },
);
