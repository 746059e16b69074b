import { SaxesParser } from 'saxes';
import type { Blame } from '#server/features/education/format/course-error.ts';

/** Shapes, text, gradients, clips. Anything else is either a program, a foreign document or a way to the network. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop clipPath mask pattern marker style filter feGaussianBlur feOffset feBlend ' +
    'feColorMatrix feComposite feFlood feMerge feMergeNode feDropShadow'
  ).split(' '),
);
const SVG = 'http://www.w3.org/2000/svg';
const FAR = /url\((?!\s*['"]?\s*#)|@import|expression\(|javascript:|image-set\(|src\(/i;

/**
 * A drawing only: no scripts, handlers, animation, references outside of itself. Gives its size, by `viewBox` or width and
 * height; undefined after every fault has been named.
 */
export function readSvg(text: string, blame: Blame): { width: number; height: number } | undefined {
  let isSound = true;
  const refuse = (message: string) => {
    isSound = false;
    blame(message, parser.line);
  };
  let size: { width: number; height: number } | undefined;
  let depth = 0;
  let inStyle = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => refuse('не похоже на SVG: разметка нарушена'));
  parser.on('doctype', () => refuse('DOCTYPE в картинке запрещён'));
  parser.on('processinginstruction', () => refuse('инструкции <? … ?> в картинке запрещены'));
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 1 && (tag.local !== 'svg' || tag.uri !== SVG)) refuse(`нужен <svg xmlns="${SVG}">`);
    else if (tag.uri !== SVG || !ELEMENTS.has(tag.local)) refuse(`элемент <${tag.name}> в картинке запрещён`);
    for (const { name, local, value, prefix } of Object.values(tag.attributes)) {
      if (/^on/i.test(local)) refuse(`обработчик ${name} в картинке запрещён`);
      else if (local === 'href' && !value.trim().startsWith('#')) refuse('ссылки наружу в картинке запрещены');
      else if (FAR.test(value) || (local === 'style' && value.includes('\\')))
        refuse('ссылки наружу в картинке запрещены');
      else if (prefix === 'xml' && local === 'base') refuse('xml:base в картинке запрещён');
    }
    if (depth === 1) size = sizeOf((name) => tag.attributes[name]?.value);
    inStyle = tag.local === 'style' ? ' ' : inStyle;
  });
  const style = (part: string) => (inStyle += inStyle === '' ? '' : part);
  parser.on('text', style);
  parser.on('cdata', style);
  parser.on('closetag', (tag) => {
    depth -= 1;
    if (tag.local !== 'style') return;
    // A backslash can spell any of the forbidden words.
    if (FAR.test(inStyle) || inStyle.includes('\\')) refuse('ссылки наружу в стилях картинки запрещены');
    inStyle = '';
  });
  try {
    parser.write(text).close();
  } catch {
    refuse('не похоже на SVG: разметка нарушена');
  }
  if (isSound && !size) refuse('у <svg> нужен viewBox="0 0 ширина высота"');
  return isSound ? size : undefined;
}

function sizeOf(attribute: (name: string) => string | undefined): { width: number; height: number } | undefined {
  const [, , width, height] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [w, h] = [width ?? Number(attribute('width')), height ?? Number(attribute('height'))];
  return w > 0 && h > 0 && w <= 20_000 && h <= 20_000 ? { width: Math.round(w), height: Math.round(h) } : undefined;
}
