// A lesson comes as the restricted HTML of contract/education.ts. It is read into a tree and drawn by React: nothing of the
// source ever reaches the document as HTML.

export type LessonTag =
  | 'section' | 'h2' | 'h3' | 'h4' | 'p' | 'strong' | 'em' | 's' | 'code' | 'pre' | 'br' | 'hr' | 'ul' | 'ol' | 'li' | 'a'
  | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td' | 'aside' | 'figure' | 'figcaption' | 'img'; // prettier-ignore
export type LessonNode =
  | string
  | {
      tag: LessonTag;
      /** `pair`, `can`, `cannot`, `reminder`, `checklist`. */
      role?: string;
      href?: string;
      src?: string;
      alt?: string;
      width?: number;
      height?: number;
      children: LessonNode[];
    };
export type LessonElement = Exclude<LessonNode, string>;

const ALLOWED = new Set(
  'section h2 h3 h4 p strong em s code pre br hr ul ol li a table thead tbody tr th td aside figure figcaption img'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img']);
const ROLES = new Set(['pair', 'can', 'cannot', 'reminder', 'checklist']);
/** Elements whose contents are no text for people. */
const SILENT = /<(script|style|template|iframe|svg|math|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi;
const TOKEN = /<!--[\s\S]*?-->|<\/?([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;

/** Unknown tags lose themselves and keep their text; unclosed ones are closed at the end. */
export function parseLesson(html: string): LessonNode[] {
  const root: LessonNode[] = [];
  const open: LessonElement[] = [];
  const put = (node: LessonNode) => (open.at(-1)?.children ?? root).push(node);
  for (const [token, name, attributes = ''] of html.replaceAll(SILENT, '').matchAll(TOKEN)) {
    if (!name) {
      if (!token.startsWith('<!--') && (token.trim() !== '' || open.some(({ tag }) => INLINE_HOLDERS.has(tag))))
        put(open.some(({ tag }) => tag === 'pre' || tag === 'code') ? decode(token) : tied(decode(token)));
      continue;
    }
    const tag = name.toLowerCase();
    if (!ALLOWED.has(tag)) continue;
    if (token.startsWith('</')) {
      const depth = open.map((one) => one.tag as string).lastIndexOf(tag);
      if (depth >= 0) open.length = depth;
      continue;
    }
    const node = { tag: tag as LessonTag, children: [], ...attributesOf(tag, attributes) };
    put(node);
    if (!VOID.has(tag)) open.push(node);
  }
  return root;
}
/** Space between words counts in these, between blocks it does not. */
const INLINE_HOLDERS = new Set<string>([
  'p',
  'li',
  'td',
  'th',
  'h2',
  'h3',
  'h4',
  'aside',
  'figcaption',
  'a',
  'strong',
  'em',
  'pre',
  'code',
]);

function attributesOf(tag: string, attributes: string): Partial<LessonElement> {
  const read = (name: string): string | undefined => {
    const [, a, b, c] = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(attributes) ?? [];
    const value = a ?? b ?? c;
    return value === undefined ? undefined : decode(value);
  };
  const role = read('class');
  const href = tag === 'a' ? safeHref(read('href') ?? '') : null;
  const src = tag === 'img' ? safeSource(read('src') ?? '') : null;
  const side = (name: string) => {
    const value = Number(read(name));
    return Number.isFinite(value) && value > 0 ? { [name]: value } : {};
  };
  return {
    ...(role && ROLES.has(role) ? { role } : {}),
    ...(href ? { href } : {}),
    ...(tag === 'img' ? { alt: read('alt') ?? '', ...(src ? { src } : {}), ...side('width'), ...side('height') } : {}),
  };
}

/** The web and our own paths: no `javascript:`, no `data:`, no `//host`. */
function safeHref(href: string): string | null {
  // Browsers ignore control characters and spaces inside a scheme.
  const bare = Array.from(href)
    .filter((char) => char.charCodeAt(0) > 32)
    .join('');
  return /^\/(?![/\\])/.test(bare) || /^https:\/\//i.test(bare) ? bare : null;
}
/** Files of courses only. */
const safeSource = (src: string): string | null => (FILE.test(src) ? src : null);
const FILE = /^\/api\/education\/files\/([0-9a-f]{64})\.\w+$/;
/** The content hash of a file's address. */
export const hashOf = (url: string): string | null => FILE.exec(url)?.[1] ?? null;

/** A number stays with what it counts, «10 000» and «№ 5» stay whole, a dash never begins a line. */
const tied = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=[\p{L}\d%‰₽°×])|(?<=№) (?=\d)| (?=[—–] )/gu, '\u00a0');

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
function decode(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Every line of every checklist, in order: what ticks belong to. */
export function checklistOf(nodes: readonly LessonNode[]): LessonElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string'
      ? []
      : node.role === 'checklist'
        ? node.children.filter((child): child is LessonElement => typeof child !== 'string' && child.tag === 'li')
        : checklistOf(node.children),
  );
}
