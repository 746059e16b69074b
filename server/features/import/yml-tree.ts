import { FeedError } from '#server/features/import/feed-error.ts';

/** A piece of text and the line it starts on. */
export type Placed = { value: string; line: number };
export type RawParam = { name: string; unit: string; value: string; line: number };
/** An offer as the feed writes it, nothing judged yet. `broken` says why it was not read to the end. */
export type RawOffer = {
  line: number;
  id: string;
  type: string;
  available: string;
  groupId: string;
  fields: Map<string, Placed>;
  pictures: Placed[];
  params: RawParam[];
  /** Sum of `<outlet instock>`; null when the offer has none. */
  outletStock: number | null;
  broken: Placed | null;
};
export type RawCategory = { line: number; id: string; parentId: string; title: string };
export type FeedItem =
  | { kind: 'shop-url'; url: string }
  | { kind: 'currency'; id: string }
  | { kind: 'offers-start' }
  | { kind: 'category'; category: RawCategory }
  | { kind: 'offer'; offer: RawOffer };

const DEPTH_MAX = 32;
const ATTRIBUTES_MAX = 64;
const OFFER_PARTS_MAX = 1000;
const OFFER_CHARS_MAX = 500_000;

export type YmlTree = {
  open(name: string, line: number): void;
  attribute(name: string, value: string, line: number): void;
  opened(): void;
  text(text: string): void;
  close(line: number): void;
};

/** Where we are in `yml_catalog/shop/offers/offer/…`; markup inside a field (unescaped HTML) loses its tags, not its text. */
export function createYmlTree(emit: (item: FeedItem) => void): YmlTree {
  const path: string[] = [];
  let attributes = new Map<string, string>();
  let offer: RawOffer | null = null;
  let parts = 0;
  let chars = 0;
  let field = { line: 0, text: '', attributes };
  let place = '';

  const isField = () => path.length === 5 && offer !== null;
  const isLeafStart = () =>
    isField() || place === 'yml_catalog/shop/url' || place === 'yml_catalog/shop/categories/category';

  return {
    open(name, line) {
      path.push(name);
      if (path.length > DEPTH_MAX) throw new FeedError(`Вложенность больше ${DEPTH_MAX} элементов.`, line);
      if (path.length === 1 && name !== 'yml_catalog')
        throw new FeedError(`Это не YML: первый элемент <${name}>, а должен быть <yml_catalog>.`, line);
      if (path.length <= 4) place = path.join('/');
      attributes = new Map();
      if (place === 'yml_catalog/shop/offers/offer' && path.length === 4) {
        offer = emptyOffer(line);
        parts = 0;
        chars = 0;
      }
      if (path.length <= 5 && isLeafStart()) field = { line, text: '', attributes };
    },
    attribute(name, value, line) {
      if (attributes.size >= ATTRIBUTES_MAX)
        throw new FeedError(`Больше ${ATTRIBUTES_MAX} атрибутов у одного элемента.`, line);
      attributes.set(name, value);
    },
    opened() {
      if (path.length === 3 && place === 'yml_catalog/shop/offers') emit({ kind: 'offers-start' });
      if (path.length === 4 && place === 'yml_catalog/shop/currencies/currency')
        emit({ kind: 'currency', id: attributes.get('id') ?? '' });
      if (!offer) return;
      if (path.length === 4) takeOfferAttributes(offer, attributes);
      if (path.at(-1) === 'outlet') takeOutlet(offer, attributes);
    },
    text(text) {
      if (offer) {
        if (path.length < 5) return;
        chars += text.length;
        if (chars > OFFER_CHARS_MAX)
          offer.broken ??= { value: `в предложении больше ${OFFER_CHARS_MAX} знаков`, line: field.line };
        else field.text += text;
      } else if (isLeafStart() && field.text.length < OFFER_CHARS_MAX) field.text += text;
    },
    close() {
      if (isField() && offer) {
        parts += 1;
        if (parts > OFFER_PARTS_MAX)
          offer.broken ??= { value: `в предложении больше ${OFFER_PARTS_MAX} элементов`, line: field.line };
        if (!offer.broken) takeField(offer, path[4] ?? '', field);
      } else if (path.length === 4 && offer) {
        emit({ kind: 'offer', offer });
        offer = null;
      } else if (path.length === 4 && place === 'yml_catalog/shop/categories/category') {
        const { attributes: own, line, text } = field;
        emit({
          kind: 'category',
          category: { line, id: trim(own.get('id')), parentId: trim(own.get('parentId')), title: flat(text) },
        });
      } else if (path.length === 3 && place === 'yml_catalog/shop/url')
        emit({ kind: 'shop-url', url: field.text.trim() });
      path.pop();
      if (path.length <= 4) place = path.join('/');
    },
  };
}

const trim = (text: string | undefined): string => flat(text ?? '').trim();
/** A copy that does not keep the whole 64 kB piece of the file alive behind a short string. */
const flat = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

function emptyOffer(line: number): RawOffer {
  return {
    line,
    id: '',
    type: '',
    available: '',
    groupId: '',
    fields: new Map(),
    pictures: [],
    params: [],
    outletStock: null,
    broken: null,
  };
}

function takeOfferAttributes(offer: RawOffer, attributes: Map<string, string>): void {
  offer.id = trim(attributes.get('id'));
  offer.type = trim(attributes.get('type'));
  offer.available = trim(attributes.get('available'));
  offer.groupId = trim(attributes.get('group_id'));
}

function takeOutlet(offer: RawOffer, attributes: Map<string, string>): void {
  const stock = Number(attributes.get('instock') ?? Number.NaN);
  if (Number.isFinite(stock)) offer.outletStock = (offer.outletStock ?? 0) + Math.max(0, stock);
}

function takeField(
  offer: RawOffer,
  name: string,
  field: { line: number; text: string; attributes: Map<string, string> },
): void {
  const value = field.text.trim();
  const placed = { value, line: field.line };
  if (name === 'picture') offer.pictures.push(placed);
  else if (name === 'param')
    offer.params.push({
      name: trim(field.attributes.get('name')),
      unit: trim(field.attributes.get('unit')),
      value,
      line: field.line,
    });
  // Of repeated fields the first is taken, as Yandex does.
  else if (!offer.fields.has(name)) offer.fields.set(name, placed);
}
