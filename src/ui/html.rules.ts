// Descriptions come from shop owners and feeds as restricted HTML. They are read into a tree and drawn by React: nothing
// of the source ever reaches the document as HTML.

export type HtmlTag = 'p' | 'br' | 'b' | 'ul' | 'ol' | 'li' | 'a';
export type HtmlNode = string | { tag: HtmlTag; href?: string; children: HtmlNode[] };

const ALLOWED = new Set<string>(['p', 'br', 'b', 'ul', 'ol', 'li', 'a']);
const ALIASES: Readonly<Record<string, string>> = { strong: 'b', div: 'p' };
/** Elements whose contents are no text for people. */
const SILENT = /<(script|style|template|iframe|svg|math|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi;
const TOKEN = /<!--[\s\S]*?-->|<\/?([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;

/** Unknown tags lose themselves and keep their text; unclosed ones are closed at the end. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: { tag: string; children: HtmlNode[] }[] = [];
  const put = (node: HtmlNode) => (open.at(-1)?.children ?? root).push(node);
  for (const [token, name, attributes = ''] of html.replaceAll(SILENT, '').matchAll(TOKEN)) {
    if (!name) {
      if (!token.startsWith('<!--')) put(decodeEntities(token));
      continue;
    }
    const tag = ALIASES[name.toLowerCase()] ?? name.toLowerCase();
    if (!ALLOWED.has(tag)) continue;
    if (token.startsWith('</')) {
      const depth = open.map((one) => one.tag).lastIndexOf(tag);
      if (depth >= 0) open.length = depth;
      continue;
    }
    // A paragraph or a list item ends the one before it, as in every browser.
    if ((tag === 'p' || tag === 'li') && open.at(-1)?.tag === tag) open.pop();
    const node = { tag: tag as HtmlTag, children: [], ...hrefOf(tag, attributes) };
    put(node);
    if (tag !== 'br') open.push(node);
  }
  return root;
}

function hrefOf(tag: string, attributes: string): { href?: string } {
  if (tag !== 'a') return {};
  const [, a, b, c] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes) ?? [];
  const href = safeHref(decodeEntities(a ?? b ?? c ?? ''));
  return href === null ? {} : { href };
}

/** Only the web, mail, telephone and our own paths: no `javascript:`, no `data:`, no `//host`. */
export function safeHref(href: string): string | null {
  // Browsers ignore control characters and spaces inside a scheme.
  const bare = Array.from(href)
    .filter((char) => char.charCodeAt(0) > 32)
    .join('');
  if (/^\/(?![/\\])/.test(bare) || bare.startsWith('#')) return bare;
  return /^(https?:\/\/|mailto:|tel:)/i.test(bare) ? bare : null;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', laquo: '«', raquo: '»', mdash: '—', ndash: '–', hellip: '…', times: '×', deg: '°',
}; // prettier-ignore
function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
