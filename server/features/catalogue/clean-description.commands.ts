import sanitizeHtml from 'sanitize-html';

/** Kept on the first pass so that the second knows where paragraphs end; only p, br, b, ul, ol, li, a come out. */
const BLOCKS = [
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'tr',
  'table',
  'section',
  'article',
  'blockquote',
  'dl',
  'dt',
  'dd',
  'hr',
];
const SAFE: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'ul', 'ol', 'li', 'a', 'td', 'th', ...BLOCKS],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'svg',
    'math',
    'title',
    'template',
    'head',
  ],
  nestingLimit: 30,
  transformTags: {
    strong: 'b',
    a: (_tag, { href }): sanitizeHtml.Tag => ({
      tagName: 'a',
      attribs: href === undefined ? {} : { href: href.trim(), rel: 'nofollow' },
    }),
  },
};

/** A feed's description as restricted HTML (p, br, b, ul, ol, li, a rel=nofollow), whether it came as HTML or plain text. */
export function cleanDescription(source: string): string {
  const text = source.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim();
  if (/<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/i.test(text)) return flatten(sanitizeHtml(text, SAFE));
  // Plain text, perhaps with HTML's names for characters («&amp;nbsp;» is common in feeds).
  const paragraphs = text.split(/\n\s*\n/).map((part) =>
    part
      .trim()
      .replaceAll('<', '&lt;')
      .replaceAll(/\s*\n\s*/g, '<br>'),
  );
  return flatten(sanitizeHtml(paragraphs.map((part) => `<p>${part}</p>`).join(''), SAFE));
}

type List = { tag: string; isInItem: boolean };

/**
 * Sound nesting out of the sanitiser's safe but free markup: a flat run of paragraphs and lists, lists in list items.
 * Its input holds the tags of `SAFE` only, so a simple walk over them is enough.
 */
function flatten(safe: string): string {
  let out = '';
  let run = '';
  const inline: ('a' | 'b')[] = [];
  const lists: List[] = [];

  const closeInline = (tag: 'a' | 'b' | 'all') => {
    if (tag !== 'all' && !inline.includes(tag)) return;
    for (let open = inline.pop(); open; open = inline.pop()) {
      run += `</${open}>`;
      if (open === tag) return;
    }
  };
  const openInline = (tag: 'a' | 'b', token: string) => {
    if (inline.includes(tag)) return;
    inline.push(tag);
    run += token;
  };
  const openItem = (list: List) => {
    if (!list.isInItem) out += '<li>';
    list.isInItem = true;
  };
  const endRun = () => {
    closeInline('all');
    const text = withoutEmptyInline(run);
    run = '';
    const list = lists.at(-1);
    if (!list) out += paragraph(text);
    else if (text.trim() !== '') {
      openItem(list);
      out += text.trim();
    }
  };
  const endItem = () => {
    endRun();
    const list = lists.at(-1);
    if (list?.isInItem) out += '</li>';
    if (list) list.isInItem = false;
  };
  const openList = (tag: string) => {
    endRun();
    const outer = lists.at(-1);
    if (outer) openItem(outer);
    lists.push({ tag, isInItem: false });
    out += `<${tag}>`;
  };
  const closeList = () => {
    endItem();
    const list = lists.pop();
    if (list) out += `</${list.tag}>`;
  };

  for (const [token] of safe.matchAll(/<[^>]+>|[^<]+/g)) {
    const [, slash = '', tag = ''] = /^<(\/?)([a-z0-9]+)/.exec(token) ?? [];
    const isOpen = slash === '';
    if (tag === '') run += token.replaceAll(/[ \t\n\r\f]+/g, ' ');
    else if (tag === 'br') run += '<br>';
    else if (tag === 'td' || tag === 'th') run += ' ';
    else if (tag === 'b' && isOpen) openInline('b', '<b>');
    else if (tag === 'a' && isOpen && token.includes('href=')) openInline('a', token);
    else if (tag === 'b' || tag === 'a') closeInline(isOpen ? 'a' : tag);
    else if ((tag === 'ul' || tag === 'ol') && isOpen) openList(tag);
    else if (tag === 'ul' || tag === 'ol') closeList();
    else if (tag === 'li') endItem();
    // A block inside a list item is a new line of it, elsewhere a new paragraph.
    else if (lists.length > 0) run += run.trim() === '' || run.endsWith('<br>') ? '' : '<br>';
    else endRun();
  }
  while (lists.length > 0) closeList();
  endRun();
  return out
    .replaceAll(/<(ul|ol)><\/\1>/g, '')
    .replaceAll(/<li>(<br>|\s)*<\/li>/g, '')
    .replaceAll(/(<br>\s*)+<\/li>/g, '</li>');
}

const withoutEmptyInline = (text: string): string => text.replaceAll(/<b>\s*<\/b>|<a [^>]*>\s*<\/a>/g, '');
function paragraph(inner: string): string {
  const text = inner
    .replaceAll(/^(\s|&nbsp;|<br>)+|(\s|&nbsp;|<br>)+$/g, '')
    .replaceAll(/\s*<br>\s*/g, '<br>')
    .replaceAll(/(<br>){3,}/g, '<br><br>');
  return text === '' ? '' : `<p>${text}</p>`;
}
