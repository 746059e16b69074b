import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { navKeyOf } from '#src/app/nav.rules.ts';

const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const tokens = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');

it('holds one style and one inline script, whose hashes the policy allows, and no style attributes', () => {
  expect(html.match(/<style/g)).toHaveLength(1);
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toMatch(/\sstyle=|\son\w+=/);
});

it('draws the skeleton in the colours of the tokens', () => {
  const colours = {
    paper: 'paper',
    sheet: 'sheet',
    well: 'well',
    line: 'line',
    ink: 'ink',
    ink2: 'ink-2',
    ink3: 'ink-3',
    leaf: 'leaf',
    blank: 'blank',
  };
  for (const [short, token] of Object.entries(colours)) {
    const own = new RegExp(`--k-${short}: (light-dark\\([^)]+\\))`).exec(html)?.[1];
    const known = new RegExp(`--${token}:\\s*(light-dark\\([^)]+\\))`).exec(tokens)?.[1];
    expect([short, own]).toEqual([short, known]);
  }
});

it.each([
  ['/katalog', 'list', '1'],
  ['/katalog/', 'list', '1'],
  ['/katalog/vitaminy', 'list category', '1'],
  ['/produkt/x', 'product', '1'],
  ['/user/favorites', '', '2'],
  ['/cart', '', '3'],
  ['/optovik/cart', '', '3'],
  ['/user/form-style', '', '4'],
  ['/login', '', '4'],
  ['/cookie', '', ''],
])('%s starts with the right skeleton and the right link', (path, screen, nav) => {
  const root = run(path, {});
  expect(root.screen).toBe(screen);
  expect(root.nav).toBe(nav);
  const keys = ['catalogue', 'favourites', 'cart', 'cabinet'];
  expect(nav === '' ? undefined : keys[Number(nav) - 1]).toBe(navKeyOf(path));
});

it('shows what the device remembers before the first paint, and lives without storage', () => {
  expect(run('/katalog', { theme: 'dark', text: 'large', motion: 'less' })).toMatchObject({
    theme: 'dark',
    text: 'large',
    motion: 'less',
  });
  expect(run('/katalog', null).theme).toBeUndefined();
});

/** The inline script with just the browser it touches. */
function run(pathname: string, stored: Record<string, string> | null): Record<string, string> {
  const code = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!;
  const documentElement = { dataset: {} as Record<string, string> };
  const storage = {
    getItem(name: string) {
      if (!stored) throw new Error('SecurityError');
      return stored[name] ?? null;
    },
  };
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func
  new Function('document', 'location', 'localStorage', 'navigator', 'self', 'addEventListener', 'fetch', code)(
    { documentElement, querySelectorAll: () => [], addEventListener() {} },
    { pathname },
    storage,
    { onLine: false },
    {},
    () => {},
    () => Promise.reject(new Error('no network')),
  );
  return documentElement.dataset;
}
