// Prints the @font-face overrides of src/ui/fonts.css (docs/decisions/080). Run by hand:
//   node tests/ui/measure-fallback.ts [folder with roboto-{cyrillic,latin}-{400,500,700}-normal.woff2]
// Chromium draws the same Russian text in Golos and in the fallback at each weight; the ratio is size-adjust,
// and Golos' own vertical metrics divided by that ratio are the overrides.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';

const TEXT =
  'Каталог Избранное Корзина Кабинет Поиск по каталогу Сначала новые В корзину Сообщить о поступлении Сыворотка с витамином C «Заря» ' +
  'Морской коллаген «Жемчужина» порошок 180 г БАД, не лекарство Омега-3 «Полярная рыбка» 120 капсул вам 1 530 ₽ Итого 12 490 ₽ ' +
  'Мы используем файлы куки, чтобы сайт работал. Согласие на обработку персональных данных. Нет сети — показываем сохранённое от 14:05.';
const fonts = new URL('../../src/ui/fonts/', import.meta.url);
const url = (file: string | URL) => `url(data:font/woff2;base64,${readFileSync(file).toString('base64')})`;
const golos = [
  ['golos-text-cyrillic-wght-normal.woff2', 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'],
  ['golos-text-signs.woff2', 'U+0020-003F,U+005B-005D,U+00A0-00BF,U+00D7,U+2009-2039,U+2212'],
  ['golos-text-latin.woff2', 'U+0040-005A,U+0061-007A'],
  ['golos-text-rouble.woff2', 'U+20BD'],
] as const;
const liberation = (name: string) => `/usr/share/fonts/truetype/liberation/LiberationSans-${name}.ttf`;
const roboto = process.argv[2];
const css = [
  ...golos.map(
    ([file, range]) =>
      `@font-face{font-family:Golos;font-weight:400 900;src:${url(new URL(file, fonts))};unicode-range:${range}}`,
  ),
  `@font-face{font-family:Arial-like;font-weight:400;src:${url(liberation('Regular'))}}`,
  `@font-face{font-family:Arial-like;font-weight:700;src:${url(liberation('Bold'))}}`,
  ...(roboto
    ? [400, 500, 700].flatMap((weight) => [
        `@font-face{font-family:Roboto-like;font-weight:${weight};src:${url(`${roboto}/roboto-cyrillic-${weight}-normal.woff2`)};unicode-range:U+0400-04FF}`,
        `@font-face{font-family:Roboto-like;font-weight:${weight};src:${url(`${roboto}/roboto-latin-${weight}-normal.woff2`)};unicode-range:U+0000-00FF,U+2000-206F}`,
      ])
    : []),
].join('\n');
const pairs = [
  ['Arial-like', 400, 400],
  ['Arial-like', 500, 400],
  ['Arial-like', 600, 700],
  ...(roboto
    ? ([
        ['Roboto-like', 400, 400],
        ['Roboto-like', 500, 500],
        ['Roboto-like', 600, 700],
      ] as const)
    : []),
] as const;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
await page.setContent(`<style>${css}</style><p style="font-family:Golos">Пп Pp ₽</p>`);
const rows = await page.evaluate(
  async ([text, pairs]) => {
    await Promise.all([...document.fonts].map((face) => face.load()));
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    const at = (family: string, weight: number) => {
      context.font = `${weight} 1000px ${family}`;
      const m = context.measureText(text);
      return { width: m.width, ascent: m.fontBoundingBoxAscent / 1000, descent: m.fontBoundingBoxDescent / 1000 };
    };
    return pairs.map(([family, weight, own]) => {
      const target = at('Golos', weight);
      const ratio = target.width / at(family, own).width;
      const percent = (n: number) => `${(n * 100).toFixed(2)}%`;
      return {
        family,
        weight,
        own,
        'size-adjust': percent(ratio),
        'ascent-override': percent(target.ascent / ratio),
        'descent-override': percent(target.descent / ratio),
        golos: `${target.ascent} / ${target.descent}`,
      };
    });
  },
  [TEXT, pairs] as const,
);
console.table(rows);
await browser.close();
