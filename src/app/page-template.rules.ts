import type { PageData } from '#src/features/catalogue/catalogue.types.ts';

/** Address of a style sheet, and for which widths it is needed before any script. */
export type Style = { href: string; media?: string | undefined };
type Filling = { styles: readonly Style[]; html: string; page: PageData };

const ROOT = '<div id="root">';

/**
 * index.html with a rendered screen in the place of its skeleton. Its own script and style stay byte for byte: the policy of
 * the page knows them by their hashes (docs/product/addresses.md#what-the-server-answers).
 * @throws Error when the template is not the one of index.html.
 */
export function fillTemplate(template: string, { styles, html, page }: Filling): string {
  const root = template.indexOf(ROOT);
  const end = template.lastIndexOf('</body>');
  const head = template.slice(0, root);
  if (root === -1 || end < root) throw new Error('index.html has no place to fill');
  const links = styles
    .filter(({ href }) => !head.includes(href))
    .map(({ href, media }) => `<link rel="stylesheet" crossorigin href="${href}"${media ? ` media="${media}"` : ''}>`)
    .join('');
  const filledHead = head.replace('<html ', '<html data-rendered="1" ').replace('</head>', () => `${links}</head>`);
  return `${filledHead}${NO_SCRIPT}${ROOT}${html}</div><script type="application/json" id="page">${escapeJson(page)}</script></body></html>`;
}

const NO_SCRIPT =
  '<noscript><p class="noscript">Без JavaScript каталог можно читать. Чтобы положить товар в корзину, включите JavaScript и обновите страницу.</p></noscript>';

/** JSON that cannot end its element: HTML knows «</script» and «<!--», and both begin with the same sign. */
export const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
