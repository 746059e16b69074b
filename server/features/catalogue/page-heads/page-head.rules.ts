import { escapeHtml } from '#server/platform/escape.rules.ts';

/** What search engines and link previews are told of a page. Addresses are paths of the shop, without its origin. */
export type PageHead = {
  /** As the tab shows it (src/ui/page-title.ts), so that the title does not change when the page's code arrives. */
  title: string;
  /** One paragraph of plain text, at most `DESCRIPTION_MAX` characters. */
  description: string;
  canonical: string;
  type: 'website' | 'product';
  image: { path: string; alt: string };
  /** JSON-LD, one object for each block. */
  data: readonly object[];
};

/** Search engines show about this much. */
const DESCRIPTION_MAX = 200;
/** Every share picture is drawn in this size (server/features/catalogue/pictures/draw-packshot.ts). */
const IMAGE = { width: '1200', height: '630' };
export const SITE_NAME = 'Росток';

/** Cut at a word, with an ellipsis when something was left out. */
export function describe(text: string, max = DESCRIPTION_MAX): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= max) return plain;
  const end = plain.lastIndexOf(' ', max - 1);
  return `${plain.slice(0, end > max / 2 ? end : max - 1).replace(/[\s,;:.–—-]+$/, '')}…`;
}

/** Text of the shop's restricted HTML (docs/product/catalogue.md): tags become gaps, the few entities their signs. */
export function plainText(html: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => signs[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The document with this head in the place of the general one. Scripts and styles stay byte for byte: the policy knows their hashes. */
export function withHead(html: string, head: PageHead, publicUrl: string): string {
  const end = html.indexOf('</head>');
  if (end === -1) return html;
  const before = html
    .slice(0, end)
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '');
  const tags = headTags(head, publicUrl);
  // The title stands where a page has it, right after its charset: readers of previews give up after some kilobytes.
  const charset = /<meta charset="[^"]*"\s*\/?>/.exec(before);
  const at = charset ? charset.index + charset[0].length : before.indexOf('<head>') + '<head>'.length;
  return before.slice(0, at) + tags + before.slice(at) + html.slice(end);
}

function headTags({ title, description, canonical, type, image, data }: PageHead, publicUrl: string): string {
  const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const graph = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escapeHtml(publicUrl + canonical)}">`,
    graph('og:type', type),
    graph('og:site_name', SITE_NAME),
    graph('og:locale', 'ru_RU'),
    graph('og:title', title),
    graph('og:description', description),
    graph('og:url', publicUrl + canonical),
    graph('og:image', publicUrl + image.path),
    graph('og:image:width', IMAGE.width),
    graph('og:image:height', IMAGE.height),
    graph('og:image:alt', image.alt),
    named('twitter:card', 'summary_large_image'),
    ...data.map((block) => `<script type="application/ld+json">${safeJson(block)}</script>`),
  ].join('');
}

/** JSON that cannot end its element: HTML knows «</script» and «<!--», and both begin with the same sign. */
const safeJson = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
