import type { PageData } from '#src/features/catalogue/catalogue.types.ts';

/** Address of a style sheet, for which widths it is needed before any script, and its text when the page carries it. */
export type Style = { href: string; media?: string | undefined; text?: string | undefined };
type Filling = {
  styles: readonly Style[];
  html: string;
  page: PageData;
  /** In a page with script it comes after the first cards, with the city that it asks for. */
  footer: { styles: readonly Style[]; html: string };
};

const ROOT = '<div id="root">';

/**
 * index.html with a rendered screen in the place of its skeleton. Its own script and style stay byte for byte: the policy of
 * the page knows them by their hashes (docs/product/addresses.md#what-the-server-answers). The first of them starts the code of the
 * page behind its first pictures (docs/decisions/287).
 * @throws Error when the template is not the one of index.html.
 */
export function fillTemplate(template: string, { styles, html, page, footer }: Filling): string {
  const root = template.indexOf(ROOT);
  const end = template.lastIndexOf('</body>');
  const empty = template.slice(0, root);
  if (root === -1 || end < root) throw new Error('index.html has no place to fill');
  // The sheets of the template are carried in its own order, before those of the screen.
  const head = empty.replaceAll(/<link rel="stylesheet"[^>]*? href="([^"]+)">/g, (link, href: string) => {
    const style = styles.find((one) => one.href === href && one.text !== undefined);
    return style ? carried(style) : link;
  });
  const isNew = ({ href }: Style): boolean => !empty.includes(href);
  const links = styles.filter(isNew).map(carried).join('');
  const noScript = `<noscript>${footer.styles.filter(isNew).map(linkTo).join('')}${footer.html}</noscript>`;
  const filledHead = head
    .replace('<html ', '<html data-rendered="1" ')
    .replace('<script type="module"', '<script type="text/later"')
    .replace('</head>', () => `${links}</head>`);
  return `${filledHead}${NO_SCRIPT}${ROOT}${html}</div>${noScript}<script type="application/json" id="page">${escapeJson(page)}</script></body></html>`;
}

/**
 * A sheet within the page: a link to it would hold the first paint back by a round trip (docs/decisions/420). Beside it stands
 * a link that no browser follows: by it Vite's loader knows that the sheet of a lazy part is here. The worker makes a link of the two
 * again (src/offline/kept-page.ts).
 */
const carried = (style: Style): string =>
  style.text === undefined
    ? linkTo(style)
    : `<style data-sheet="${style.href}">${style.text}</style><link rel="stylesheet" disabled href="${style.href}">`;
const linkTo = ({ href, media }: Style): string =>
  `<link rel="stylesheet" crossorigin href="${href}"${media ? ` media="${media}"` : ''}>`;
const NO_SCRIPT =
  '<noscript><p class="noscript">Без JavaScript каталог можно читать. Чтобы положить товар в корзину, включите JavaScript и обновите страницу.</p></noscript>';

/** JSON that cannot end its element: HTML knows «</script» and «<!--», and both begin with the same sign. */
export const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
