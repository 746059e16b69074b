import MarkdownIt, { type Token } from 'markdown-it';
import type { Blame } from '#server/features/education/format/course-error.ts';

// Contents: 1 what comes out, 2 reading, 3 what is refused, 4 lists with a meaning, 5 pictures, screens

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
/** What a picture of the lesson became; `src` is its immutable address. */
export type ShownPicture = { src: string; width: number; height: number };
export type LessonText = { html: string; text: string };
export type PictureUse = { name: string; line: number };
/** A lesson that has been read but not shown yet: its pictures have to be found first. */
export type ParsedLesson = {
  pictures: PictureUse[];
  show(pictureOf: (name: string) => ShownPicture | undefined): LessonText;
};

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
const attr = (token: Token, name: string): string => String(token.attrGet(name) ?? '');
/** `html: true` only to recognise raw HTML and refuse it; none is ever rendered. */
const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false, langPrefix: '' });
// Left to itself it turns a forbidden address into plain text; our own check names it to the author.
markdown.validateLink = () => true;

/** Body of lesson.md → the HTML of contract/education.ts. `firstLine`: the line of the file on which the body begins. */
export function parseLesson(body: string, blame: Blame, firstLine: number): ParsedLesson {
  const tokens = markdown.parse(body, {});
  const at = (token: Token | undefined) => (token?.map ? token.map[0] + firstLine : firstLine);
  if (tokens.length === 0) blame('в уроке нет текста', firstLine);
  refuseForeign(tokens, blame, at);
  markLists(tokens, blame, at);
  const pictures = markPictures(tokens, blame, at);
  for (const token of tokens) tidy(token);
  return {
    pictures,
    show(pictureOf) {
      const shown = new MarkdownIt({ html: false, langPrefix: '' });
      shown.renderer.rules.image = (list, i) => drawPicture(list[i]!, pictureOf);
      return {
        html: inScreens(tokens, (part) => shown.renderer.render(part, shown.options, {})),
        text: textOf(tokens),
      };
    },
  };
}

/** One paragraph without marks: the description of a course. */
export function readParagraph(body: string, blame: Blame, firstLine: number): string {
  const tokens = markdown.parse(body, {});
  const at = (token: Token | undefined) => (token?.map ? token.map[0] + firstLine : firstLine);
  refuseForeign(tokens, blame, at);
  const extra = tokens.find((token, i) => (token.type === 'paragraph_open' ? i > 0 : token.level === 0 && i > 2));
  if (tokens.length === 0) blame('под сведениями нужен один абзац: описание курса', firstLine);
  else if (tokens[0]?.type !== 'paragraph_open' || extra)
    blame('описание курса — один абзац, без заголовков и списков', at(extra ?? tokens[0]));
  const text = textOf(tokens).replaceAll('\n', ' ');
  if (text.length > 600) blame('описание курса — не длиннее 600 знаков', firstLine);
  return text;
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
type LineOf = (token: Token | undefined) => number;
const RAW = new Set(['html_block', 'html_inline']);
/** Own pages, and other sites by https only. */
const LINK = /^(https:\/\/[^\s]+|\/(?!\/)[^\s]*)$/;

function refuseForeign(tokens: readonly Token[], blame: Blame, at: LineOf): void {
  for (const token of tokens) {
    if (RAW.has(token.type)) blame('HTML в тексте запрещён: пишите обычный Markdown', at(token));
    if (token.type === 'heading_open' && token.tag === 'h1')
      blame('заголовок «#» не нужен: название урока стоит в сведениях, экраны начинаются с «##»', at(token));
    let line = at(token);
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
      if (RAW.has(child.type)) blame('HTML в тексте запрещён: пишите обычный Markdown', line);
      if (child.type === 'link_open' && !LINK.test(attr(child, 'href')))
        blame('ссылка должна начинаться с https:// или с / (страница магазина)', line);
    }
  }
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
type Meaning = 'can' | 'cannot' | 'check' | 'plain';
const SIGNS: readonly [RegExp, Meaning][] = [
  [/^[✓✔]\uFE0F?\s*/u, 'can'],
  [/^[✗✘✕]\uFE0F?\s*/u, 'cannot'],
  [/^\[[ xX]\]\s+/, 'check'],
];
const CLASS_OF: Record<'pair' | 'check', string> = { pair: 'pair', check: 'checklist' };

/** «можно / нельзя» and «Проверьте себя»: a list whose items all begin with the sign; the sign goes, a class stays. */
function markLists(tokens: readonly Token[], blame: Blame, at: LineOf): void {
  for (const [i, list] of tokens.entries()) {
    if (list.type !== 'bullet_list_open') continue;
    const items: { li: Token; meaning: Meaning; text: Token | undefined; sign: RegExp | undefined }[] = [];
    for (let j = i + 1; j < tokens.length && tokens[j]!.level > list.level; j += 1) {
      const li = tokens[j]!;
      if (li.type !== 'list_item_open' || li.level !== list.level + 1) continue;
      const text = tokens[j + 2]?.type === 'inline' ? tokens[j + 2]!.children?.[0] : undefined;
      const found = SIGNS.find(([sign]) => text?.type === 'text' && sign.test(text.content));
      items.push({ li, meaning: found?.[1] ?? 'plain', text, sign: found?.[0] });
    }
    const kinds = new Set(items.map(({ meaning }) => (meaning === 'can' || meaning === 'cannot' ? 'pair' : meaning)));
    const odd = items.find(({ meaning }) => meaning !== items[0]?.meaning && !(kinds.size === 1 && kinds.has('pair')));
    if (kinds.size > 1 && odd) {
      blame('в одном списке смешаны пункты «✓/✗», «[ ]» и обычные: разделите их абзацем или заголовком', at(odd.li));
      continue;
    }
    const [kind] = kinds;
    if (kind === undefined || kind === 'plain') continue;
    list.attrSet('class', CLASS_OF[kind]);
    for (const { li, meaning, text, sign } of items) {
      if (meaning === 'can' || meaning === 'cannot') li.attrSet('class', meaning);
      if (text && sign) text.content = text.content.replace(sign, '');
    }
  }
}

// ── 5 ───────────────────────────────────────────────────────────────────────────────────────────
/** A picture is a paragraph of its own: it becomes a figure. */
function markPictures(tokens: readonly Token[], blame: Blame, at: LineOf): PictureUse[] {
  const found: PictureUse[] = [];
  for (const [i, token] of tokens.entries()) {
    const children = token.children ?? [];
    const images = children.filter((child) => child.type === 'image');
    if (images.length === 0) continue;
    const line = at(token);
    if (images.length > 1 || children.length > 1 || tokens[i - 1]?.type !== 'paragraph_open' || token.level > 1) {
      blame('картинка должна стоять отдельным абзацем, по одной', line);
      continue;
    }
    const [image] = images as [Token];
    if (image.content.trim() === '') blame('у картинки нужно описание: ![что нарисовано](файл.svg)', line);
    for (const edge of [tokens[i - 1]!, tokens[i + 1]!]) edge.tag = 'figure';
    found.push({ name: attr(image, 'src'), line });
  }
  return found;
}

function drawPicture(image: Token, pictureOf: (name: string) => ShownPicture | undefined): string {
  const { escapeHtml } = markdown.utils;
  const picture = pictureOf(attr(image, 'src'));
  if (!picture) return '';
  const caption = attr(image, 'title');
  const size = `width="${picture.width}" height="${picture.height}"`;
  const img = `<img src="${picture.src}" alt="${escapeHtml(image.content)}" ${size}>`;
  return caption ? `${img}<figcaption>${escapeHtml(caption)}</figcaption>` : img;
}

/** What the page's policy and its styles expect: no `style` attribute, a reminder is an aside. */
function tidy(token: Token): void {
  if (token.type === 'blockquote_open') token.attrSet('class', 'reminder');
  if (token.type.startsWith('blockquote_')) token.tag = 'aside';
  const align = attr(token, 'style');
  if (align !== '') {
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
    const side = /right|center/.exec(align)?.[0];
    if (side) token.attrSet('class', side);
  }
  if (token.type === 'fence') token.info = '';
  for (const child of token.children ?? []) {
    if (child.type === 'link_open' && attr(child, 'href').startsWith('https://'))
      child.attrSet('rel', 'noopener noreferrer');
  }
}

/** Each `##` of the top level begins a screen. */
function inScreens(tokens: readonly Token[], render: (part: Token[]) => string): string {
  const screens: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading_open' && token.tag === 'h2' && token.level === 0 && screens.at(-1)!.length > 0)
      screens.push([]);
    screens.at(-1)!.push(token);
  }
  return screens.map((part) => `<section>\n${render(part)}</section>`).join('\n');
}

function textOf(tokens: readonly Token[]): string {
  const lines = tokens.flatMap((token) => {
    if (token.type === 'fence' || token.type === 'code_block') return [token.content];
    if (token.type !== 'inline') return [];
    return [
      (token.children ?? [])
        .map((child) => {
          if (child.type === 'softbreak' || child.type === 'hardbreak') return ' ';
          if (child.type === 'image') return `${child.content} ${attr(child, 'title')}`;
          return child.type === 'text' || child.type === 'code_inline' ? child.content : '';
        })
        .join(''),
    ];
  });
  return lines
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join('\n');
}
