import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseHtml, safeHref, type HtmlNode } from '#src/ui/html.rules.ts';

const text = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : text(node.children))).join('');

it('reads paragraphs, lists, bold text and links', () => {
  expect(
    parseHtml('<p>Один <strong>два</strong></p><ul><li>а<li>б</ul><a href="/katalog?x=1&amp;y=2">тут</a>'),
  ).toEqual([
    { tag: 'p', children: ['Один ', { tag: 'b', children: ['два'] }] },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['а'] },
        { tag: 'li', children: ['б'] },
      ],
    },
    { tag: 'a', href: '/katalog?x=1&y=2', children: ['тут'] },
  ]);
});

it('lets no script, style, handler or foreign scheme through', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil>x</SCRIPT >',
    '<style>p{}</style>',
    '<svg onload=alert(1)>',
    '<iframe src="javascript:1">',
    '<scr<script>ipt>alert(1)</script>',
  ]) {
    expect(JSON.stringify(parseHtml(html))).not.toMatch(/"tag":"(?!p|br|b|ul|ol|li|a")/);
    expect(JSON.stringify(parseHtml(html))).not.toMatch(/onload|javascript:/);
  }
  expect(parseHtml('<p onclick="x()" style="color:red">a</p>')).toEqual([{ tag: 'p', children: ['a'] }]);
  for (const href of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:1',
    'data:text/html,x',
    '//evil.test',
    '/\\evil.test',
    'vbscript:x',
    'file:///etc',
  ])
    expect(safeHref(href)).toBeNull();
  for (const href of ['https://a.test/x', '/cookie', '#top', 'mailto:a@b.c', 'tel:+7'])
    expect(safeHref(href)).toBe(href);
});

// A parser that gives nothing back would never fail: what people are to read must be there, all of it and in order.
it('loses no word, however the tags around it stand', () => {
  const tag = fc.constantFrom('', '<p>', '</p>', '<b>', '</b>', '<ul>', '<li>', '</ul>', '<br>', '<br/>', '<!-- x -->');
  const foreign = fc.constantFrom(
    '<span class="a>b">',
    '</span>',
    '<font color=red>',
    '<a href="javascript:x">',
    '</a>',
  );
  const word = fc.stringMatching(/^[а-яё]{1,6}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(tag, foreign), word), { maxLength: 20 }), (pieces) => {
      const html = pieces.map(([before, inside]) => before + inside).join('');
      expect(text(parseHtml(html))).toBe(pieces.map(([, inside]) => inside).join(''));
    }),
  );
  expect(text(parseHtml('a &lt; b &amp; c<'))).toBe('a < b & c<');
});

it('never fails and never invents a tag, whatever it is given', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '<p',
    '</p>',
    '<a href=',
    '"',
    "'",
    '<!--',
    '-->',
    '&lt;script&gt;',
    '&#60;',
    '&#x110000;',
    '<ul>',
    '</li>',
    'ё',
    '<script',
    '</script>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 30 }), (pieces) => {
      const nodes = parseHtml(pieces.join(''));
      const check = (node: HtmlNode): boolean =>
        typeof node === 'string' ||
        (['p', 'br', 'b', 'ul', 'ol', 'li', 'a'].includes(node.tag) &&
          (node.href === undefined || safeHref(node.href) !== null) &&
          node.children.every(check));
      expect(nodes.every(check)).toBe(true);
    }),
  );
});
