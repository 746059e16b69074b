// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportButton } from '#src/features/reports/ExportSheet.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// A file on its way: what has come, how it is given up, what is said when it breaks off (docs/product/reports.md#exports).

const HEAD = 'Активность консультантов, ноябрь 2026\r\nМария Соколова\r\nРег. номер;ФИО\r\n';
const row = (at: number) => `0100${at};Ольга Третьякова\r\n`;

/** A shop that gives a file piece by piece, as the test says. */
function slowShop(format: 'csv' | 'xlsx', rows: number) {
  const told = { address: '', isLeft: false };
  let pieces!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (pieces = controller) });
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    told.address = address;
    signal.addEventListener('abort', () => {
      told.isLeft = true;
      pieces.error(signal.reason);
    });
    return new Response(body, {
      headers: {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', // prettier-ignore
        'content-disposition': `attachment; filename="otchet_aktivnost_202611.${format}"`,
        'x-export-rows': String(rows),
      },
    });
  });
  return {
    told,
    give: (text: string) => pieces.enqueue(new TextEncoder().encode(text)),
    end: () => pieces.close(),
    break: () => pieces.error(new TypeError('network error')),
  };
}
/** Files that the browser was given to keep. */
const saved: { name: string; blob: Blob }[] = [];
beforeEach(() => {
  saved.length = 0;
  let last: Blob | null = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, blob: last });
  });
});
afterEach(() => vi.restoreAllMocks());

async function opened() {
  const drawn = onScreen(<ExportButton isOnline rows={4} addressOf={(format) => `/file?format=${format}`} />);
  await drawn.user.click(screen.getByRole('button', { name: 'Выгрузить' }));
  return drawn;
}
const start = () => screen.getByRole('button', { name: 'Собрать файл' });
const bar = () => screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Файл собирается' });

describe('a file on its way', () => {
  it('a .csv tells how many of its rows have come, then that it is ready, and is kept whole', async () => {
    const { user } = await opened();
    const shop = slowShop('csv', 4);
    await user.click(screen.getByRole('radio', { name: /csv/ }));
    await user.click(start());
    expect(shop.told.address).toBe('/file?format=csv');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /xlsx/ }).closest('fieldset')!.disabled).toBe(true);
    shop.give(HEAD);
    expect(await screen.findByText('0 из 4 строк')).toBeTruthy();
    // A piece ends anywhere, also in the midst of a row.
    const rows = [1, 2, 3].map(row).join('');
    shop.give(rows.slice(0, -3));
    expect(await screen.findByText('2 из 4 строк')).toBeTruthy();
    expect([bar().max, bar().value]).toEqual([4, 2]);
    shop.give(rows.slice(-3) + row(4));
    shop.end();
    expect((await screen.findByText(/^Файл готов: /)).textContent).toContain('otchet_aktivnost_202611.csv');
    expect(saved.map(({ name }) => name)).toEqual(['otchet_aktivnost_202611.csv']);
    expect(await saved[0]!.blob.text()).toBe(HEAD + rows + row(4));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('an .xlsx is packed: it tells how much has come, and pretends to no share', async () => {
    const { user } = await opened();
    const shop = slowShop('xlsx', 4);
    await user.click(start());
    shop.give('x'.repeat(5_000));
    expect(await screen.findByText('Пришло 5 кБ')).toBeTruthy();
    expect(bar().hasAttribute('value')).toBe(false);
  });

  it('«Отменить» gives it up: the shop is left, nothing is kept, the button that was pressed keeps the focus, and it can begin anew', async () => {
    const { user } = await opened();
    const shop = slowShop('csv', 4);
    await user.click(start());
    shop.give(HEAD + row(1));
    await screen.findByText('1 из 4 строк');
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    expect(await screen.findByText('Выгрузка отменена, файла нет.')).toBeTruthy();
    expect(shop.told.isLeft).toBe(true);
    expect(saved).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(start());

    const again = slowShop('xlsx', 4);
    await user.click(start());
    again.give('x');
    again.end();
    expect(await screen.findByText(/^Файл готов: /)).toBeTruthy();
    expect(saved).toHaveLength(1);
  });

  it('a double click begins it once, and does not give it up', async () => {
    const { user } = await opened();
    const shop = slowShop('csv', 4);
    await user.dblClick(start());
    expect(screen.getByRole('button', { name: 'Отменить' })).toBeTruthy();
    expect(shop.told.isLeft).toBe(false);
  });

  it('closing the sheet leaves the shop, and it opens as new', async () => {
    const { user } = await opened();
    const shop = slowShop('csv', 4);
    await user.click(start());
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(shop.told.isLeft).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Выгрузить' }));
    expect(screen.queryByText('Выгрузка отменена, файла нет.')).toBeNull();
    expect(start()).toBeTruthy();
  });
});

describe('a file that does not come', () => {
  it('the connection breaks in its midst: nothing is kept, and it is said what to do', async () => {
    const { user } = await opened();
    const shop = slowShop('csv', 4);
    await user.click(start());
    shop.give(HEAD + row(1));
    await screen.findByText('1 из 4 строк');
    shop.break();
    expect((await screen.findByRole('alert')).textContent).toContain('Файл не дошёл до конца');
    expect(saved).toEqual([]);
    expect(start()).toBeTruthy();
  });

  it('the shop refuses: its own words', async () => {
    const { user } = await opened();
    const message = 'Сейчас готовится много выгрузок. Попробуйте через минуту';
    vi.stubGlobal('fetch', async () => Response.json({ status: 'error', code: 'too_many', message }, { status: 429 }));
    await user.click(start());
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
});
