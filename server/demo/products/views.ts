import type { DemoProduct } from '#server/demo/products/build.ts';
import type { PackshotSpec, ViewWords } from '#server/features/catalogue/pictures/packshot.rules.ts';

/** The pictures behind the face: the label with the composition, and the size where the pack has one. */
export function viewSpecs({ spec, dimsMm, ...product }: DemoProduct): PackshotSpec[] {
  return [
    { ...spec, view: 'label', words: labelWords(product) },
    ...(dimsMm ? [{ ...spec, view: 'scale' as const, mm: dimsMm }] : []),
  ];
}

function labelWords({
  composition = [],
  nutrients = [],
  usage = '',
  contraindications = '',
  storage = '',
  shelfLife = '',
}: Omit<DemoProduct, 'spec' | 'dimsMm'>): ViewWords[] {
  const said: ViewWords[] = [
    { title: 'Состав', text: sentence(composition.join(', ')) },
    {
      title: 'В суточной дозе',
      text:
        nutrients.map(({ name, amount, percent }) => `${name} — ${amount}${percent && ` (${percent}*)`}`).join('\n') +
        (nutrients.length > 0 ? `\n${NORM}` : ''),
    },
    { title: 'Применение', text: usage },
    { title: 'Противопоказания', text: contraindications },
    {
      title: 'Хранение',
      text: [storage, shelfLife && sentence(`срок годности: ${shelfLife.charAt(0).toLowerCase()}${shelfLife.slice(1)}`)]
        .filter(Boolean)
        .join(' '),
    },
  ];
  return said.filter(({ text }) => text !== '');
}
const NORM = '* от рекомендуемого уровня суточного потребления';
const sentence = (text: string): string =>
  text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
