import { oneLine } from '#server/features/import/feed-values.rules.ts';

export type Param = { name: string; value: string };
/** What the product page has places of its own for, read from the feed's params by their usual Russian names. */
export type ProductFacts = {
  isBad: boolean;
  composition: string[];
  usage: string;
  contraindications: string;
  storage: string;
  shelfLife: string;
  form: string;
  pack: string;
  volume: string;
  qtyInPack: number | null;
  ageFrom: number;
  maker: { name: string; address: string; country: string } | null;
  sgr: { number: string; date: string; url: string } | null;
  /** Titles of the shop's topics that the product belongs to, as the feed writes them. */
  topics: string[];
  /** The params that remain for the table of characteristics. */
  params: Param[];
};

const NAMES = {
  bad: ['бад'],
  sgr: ['сгр', 'номер сгр', 'свидетельство о государственной регистрации'],
  sgrDate: ['дата сгр'],
  sgrUrl: ['ссылка на сгр', 'ссылка сгр'],
  composition: ['состав'],
  usage: ['способ применения', 'применение', 'рекомендации по применению'],
  contraindications: ['противопоказания'],
  storage: ['условия хранения', 'хранение'],
  shelfLife: ['срок годности'],
  makerName: ['производитель', 'изготовитель'],
  makerAddress: ['адрес производителя', 'адрес изготовителя'],
  country: ['страна производства', 'страна-производитель', 'страна'],
  form: ['форма выпуска', 'форма'],
  pack: ['упаковка', 'фасовка'],
  volume: ['объём', 'объем', 'масса нетто', 'вес нетто'],
  qty: ['количество в упаковке', 'штук в упаковке'],
  age: ['возраст'],
  topics: ['подборка', 'подборки'],
} as const;
type Known = keyof typeof NAMES;
const KNOWN = new Map<string, Known>(
  Object.entries(NAMES).flatMap(([known, names]) => names.map((name) => [name, known as Known])),
);
/** Short ones stay in the table too: variants are told apart by them. */
const STAYS: ReadonlySet<Known> = new Set(['form', 'pack', 'volume', 'qty', 'age']);

export function readFacts(all: readonly Param[], more: { vendor: string; country: string; age: string }): ProductFacts {
  const known = new Map<Known, string>();
  const params: Param[] = [];
  for (const param of all) {
    const key = KNOWN.get(param.name.toLowerCase());
    if (key && !known.has(key)) known.set(key, param.value);
    if (!key || STAYS.has(key)) params.push(param);
  }
  const of = (key: Known) => known.get(key) ?? '';
  const makerName = of('makerName') || more.vendor;
  const country = of('country') || more.country;
  const sgr = isYes(of('sgr')) ? of('sgr') : '';
  return {
    // docs/product/catalogue.md#importer: only a param «БАД» or «СГР» makes a supplement, never a guess from the words of
    // the title.
    isBad: isYes(of('bad')) || sgr !== '',
    composition: splitComposition(of('composition')),
    usage: of('usage'),
    contraindications: of('contraindications'),
    storage: of('storage'),
    shelfLife: of('shelfLife'),
    form: of('form').toLowerCase(),
    pack: of('pack'),
    volume: of('volume'),
    qtyInPack: wholeNumber(of('qty'), 100_000),
    ageFrom: wholeNumber(of('age') || more.age, 18) ?? 0,
    maker: makerName === '' ? null : { name: makerName, address: of('makerAddress'), country },
    sgr:
      sgr === ''
        ? null
        : { number: sgr, date: of('sgrDate'), url: /^https?:\/\//.test(of('sgrUrl')) ? of('sgrUrl') : '' },
    topics: of('topics').split(/[,;]/).map(oneLine).filter(Boolean),
    params,
  };
}

const NO = new Set(['', 'нет', 'no', 'false', '0', '-', '—', 'не требуется', 'отсутствует']);
const isYes = (text: string): boolean => !NO.has(text.toLowerCase());

/** «магния цитрат, желатин (капсула, вода), E551» → three: commas inside brackets do not part. */
function splitComposition(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth = Math.max(0, depth - 1);
    if ((letter === ',' || letter === ';') && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  return [...parts, part].map((one) => oneLine(one).replace(/\.$/, '')).filter((one) => one !== '');
}

function wholeNumber(text: string, max: number): number | null {
  const found = /\d{1,6}/.exec(text)?.[0];
  const value = found === undefined ? Number.NaN : Number(found);
  return Number.isInteger(value) && value >= 0 && value <= max ? value : null;
}
