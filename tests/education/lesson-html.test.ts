import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checklistOf, hashOf, type LessonNode, parseLesson } from '#src/features/education/lesson-html.rules.ts';

// A lesson is written by people of the shop and drawn on the phone of everybody: what the parser lets through is all that
// can ever stand in the document.

const SHA = 'a'.repeat(64);
const FILE = `/api/education/files/${SHA}.svg`;
const words = (nodes: readonly LessonNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : words(node.children))).join('');

it('reads what a lesson is made of', () => {
  expect(
    parseLesson(
      `<section><h2>Магний</h2><aside class="reminder"><p>Один <strong>два</strong></p></aside><figure><img src="${FILE}" alt="Лист" width="640" height="480"><figcaption>Лист</figcaption></figure></section>`,
    ),
  ).toEqual([
    {
      tag: 'section',
      children: [
        { tag: 'h2', children: ['Магний'] },
        {
          tag: 'aside',
          role: 'reminder',
          children: [{ tag: 'p', children: ['Один ', { tag: 'strong', children: ['два'] }] }],
        },
        {
          tag: 'figure',
          children: [
            { tag: 'img', src: FILE, alt: 'Лист', width: 640, height: 480, children: [] },
            { tag: 'figcaption', children: ['Лист'] },
          ],
        },
      ],
    },
  ]);
  expect(hashOf(FILE)).toBe(SHA);
});

describe('links', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    '&#x6a;avascript:alert(1)',
    '&#1; javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'http://a.test/',
    '//evil.test',
    '/\\evil.test',
    '/&#9;/evil.test',
    'evil.test',
    '#x',
  ])('«%s» leads nowhere: the words stay, the address goes', (href) => {
    expect(parseLesson(`<a href="${href}">тут</a>`)).toEqual([{ tag: 'a', children: ['тут'] }]);
  });
  it.each(['https://a.test/x', '/product/7', '/katalog?q=1'])('«%s» is followed', (href) => {
    expect(parseLesson(`<a href="${href}">тут</a>`)).toEqual([{ tag: 'a', href, children: ['тут'] }]);
  });
});

describe('pictures', () => {
  it.each([
    'https://evil.test/x.png',
    '//evil.test/x.png',
    'data:image/svg+xml,x',
    'javascript:alert(1)',
    '/api/user/data',
    `${FILE}?x`,
    `https://evil.test${FILE}`,
    `/api/education/files/${'a'.repeat(63)}.svg`,
  ])('«%s» is no file of a course', (src) => {
    expect(parseLesson(`<img src="${src}" alt="Лист">`)).toEqual([{ tag: 'img', alt: 'Лист', children: [] }]);
    expect(hashOf(src)).toBeNull();
  });
});

it.each([
  ['<script>alert(1)</script>да', [{ tag: 'p', children: ['да'] }]],
  ['<SCRIPT src="//evil.test">x</SCRIPT >да', [{ tag: 'p', children: ['да'] }]],
  ['<style>p{color:red}</style>да', [{ tag: 'p', children: ['да'] }]],
  ['<svg onload="x()"><a href="/x">нет</a></svg>да', [{ tag: 'p', children: ['да'] }]],
  ['<iframe src="/x">нет</iframe>да', [{ tag: 'p', children: ['да'] }]],
  ['<template>нет</template>да', [{ tag: 'p', children: ['да'] }]],
  ['<form action="/logout"><button>да</button></form>', [{ tag: 'p', children: ['да'] }]],
  ['<object data="/x"><embed src="/x">да</object>', [{ tag: 'p', children: ['да'] }]],
  ['<base href="//evil.test/"><meta http-equiv="refresh"><link rel="x">да', [{ tag: 'p', children: ['да'] }]],
  ['да<script>незакрытый', [{ tag: 'p', children: ['да'] }]],
] as const)('«%s» leaves its words at most', (html, expected) => {
  expect(parseLesson(`<p>${html}</p>`)).toEqual(expected);
});

it('handlers, styles, ids and foreign classes do not pass', () => {
  expect(
    parseLesson('<p onclick="x()" style="position:fixed" id="root" class="admin" srcdoc="x" src="x" href="/x">да</p>'),
  ).toEqual([{ tag: 'p', children: ['да'] }]);
});

it('tells the lines of a checklist, in order, and no others', () => {
  const nodes = parseLesson('<ul><li>нет</li></ul><ul class="checklist"><li>раз</li><li>два</li></ul>');
  expect(checklistOf(nodes).map(({ children }) => words(children))).toEqual(['раз', 'два']);
});

const TAGS = new Set(
  'section h2 h3 h4 p strong em s code pre br hr ul ol li a table thead tbody tr th td aside figure figcaption img'.split(
    ' ',
  ),
);
const FIELDS = new Set(['tag', 'role', 'href', 'src', 'alt', 'width', 'height', 'children']);
const isSafe = (node: LessonNode): boolean =>
  typeof node === 'string' ||
  (TAGS.has(node.tag) &&
    Object.keys(node).every((field) => FIELDS.has(field)) &&
    (node.href === undefined || /^(\/(?![/\\])|https:\/\/)/i.test(node.href)) &&
    (node.src === undefined || /^\/api\/education\/files\/a{64}\.\w+$/.test(node.src)) &&
    node.children.every(isSafe));

it('lets nothing else through, whatever it is given', () => {
  const piece = fc.constantFrom(
    ...'< > <p </p> " \' <!-- --> &lt;script&gt; &#60; <ul> </li> <script </script> javascript: //evil.test <svg'.split(
      ' ',
    ),
    '<a href=',
    '<img src=',
    ' onclick=',
    'https://a.test',
    FILE,
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 30 }), (pieces) => {
      expect(parseLesson(pieces.join('')).every(isSafe)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('keeps a number with what it counts, and a dash off the beginning of a line; code stays as it is', () => {
  const read = (html: string) => words(parseLesson(html)).replaceAll('\u00a0', '~');
  expect(read('<p>До 30 % цены, 10 000 ₽ и 200 мг в 2 капсулах — это № 5</p>')).toBe(
    'До 30~% цены, 10~000~₽ и 200~мг в 2~капсулах~— это №~5',
  );
  expect(read('<p>3 <strong>5</strong> (2)</p><pre>1 2 мг</pre>')).toBe('3 5 (2)1 2 мг');
});
