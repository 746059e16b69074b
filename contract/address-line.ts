import { citiesLike, type City, cityNamed, cityOfIndex } from '#contract/cities.ts';

// An address written in one line and its parts. No library in here: the shop's embedded look-up and a phone without a signal read
// it alike (docs/product/addresses-of-people.md).

/** Empty where nothing was found. `quality`: `partial`, the city is known; `bad`, not even that. */
export type AddressParts = {
  countryId: number;
  cityId: number | null;
  index: string;
  region: string;
  city: string;
  street: string;
  house: string;
  building: string;
  flat: string;
  quality: 'partial' | 'bad';
};

const COUNTRY_WORDS = /^(?:россия|рф|российская федерация|казахстан|республика казахстан|кыргызстан|киргизия)$/i;
const CITY_PREFIX = /^(?:г|гор|город)(?:\.\s*|\s+)/i;
/** A settlement that the gazetteer need not know. */
const PLACE = /^(?:с|село|п|пос|пос[её]лок|пгт|д|дер|деревня|ст|станица|х|хутор|аул|мкр|снт)(?:\.\s*|\s+)\p{Lu}/u;
const STREET =
  /(?:^|\s)(?:ул|улица|пр|пр-т|просп|проспект|пер|переулок|б-р|бул|бульвар|ш|шоссе|наб|набережная|пл|площадь|проезд|туп|тупик|мкр|микрорайон|аллея|тракт)(?:\.|\s|$)/i;
const REGION = /(?:область|обл\.?|край|республика|респ\.?|район|р-н|автономный округ|ао|югра)$|^республика\s/i;
const HOUSE = /^(?:д|дом)?\.?\s*(\d+[\p{L}]?(?:[/-]\d+[\p{L}]?)?)$/iu;
const BUILDING = /^(?:к|корп|корпус|стр|строение)\.?\s*([\p{L}\d/-]{1,10})$/iu;
const FLAT = /^(?:кв|квартира|оф|офис|пом)\.?\s*№?\s*([\p{L}\d/-]{1,10})$/iu;

/** «656049, Барнаул, ул. Молодёжная, 12, кв. 5» → its parts; what stands where is told by the words, then by the order. */
export function readAddress(text: string): AddressParts {
  const parts: AddressParts = {
    countryId: 1,
    cityId: null,
    index: /(?:^|\D)(\d{6})(?!\d)/.exec(text)?.[1] ?? '',
    region: '',
    city: '',
    street: '',
    house: '',
    building: '',
    flat: '',
    quality: 'bad',
  };
  const pieces = text
    .replace(parts.index, '')
    .split(/[,;\n]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '' && !COUNTRY_WORDS.test(piece))
    .flatMap((piece, at) => (at === 0 ? splitCity(piece) : [piece]));
  for (const piece of pieces) place(parts, piece);
  return withCity(parts);
}

/** The longest name of the gazetteer has so many words. */
const CITY_WORDS = 3;

/** «Барнаул Молодёжная 12» without a comma: the longest beginning that is a city stands by itself. */
function splitCity(piece: string): string[] {
  const words = piece.replace(CITY_PREFIX, '').split(/\s+/);
  for (let count = Math.min(CITY_WORDS, words.length - 1); count > 0; count -= 1) {
    const town = words.slice(0, count).join(' ');
    if (cityNamed(town)) return [town, words.slice(count).join(' ')];
  }
  return [piece];
}

/** One piece between two commas finds its place. */
function place(parts: AddressParts, piece: string): void {
  const [house, building, flat] = [HOUSE, BUILDING, FLAT].map((pattern) => pattern.exec(piece)?.[1]);
  const town = piece.replace(CITY_PREFIX, '');
  if (flat !== undefined && parts.house !== '') parts.flat ||= flat;
  else if (building !== undefined && parts.house !== '') parts.building ||= building;
  else if (house !== undefined && parts.street !== '') {
    if (parts.house === '') parts.house = house;
    else parts.flat ||= house;
  } else if (parts.city === '' && (town !== piece || PLACE.test(piece) || cityNamed(piece))) parts.city = town;
  else if (parts.city === '' && REGION.test(piece)) parts.region ||= piece;
  else if (parts.street === '' && (parts.city !== '' || STREET.test(piece))) takeStreet(parts, piece);
  else if (parts.city === '') parts.city = town;
}

/** «Молодёжная 12» holds the house too; in «8 Марта» the number belongs to the name. */
function takeStreet(parts: AddressParts, piece: string): void {
  const words = piece.split(/\s+/);
  const last = words.at(-1) ?? '';
  if (words.length < 2 || !HOUSE.test(last)) {
    parts.street = piece;
    return;
  }
  const name = words.slice(0, /^(?:д|дом)\.?$/i.test(words.at(-2) ?? '') ? -2 : -1);
  parts.street = name.length === 0 ? piece : name.join(' ');
  if (name.length > 0) parts.house = last;
}

/** The city of the gazetteer: by its name, else by the first three digits of the index. */
function withCity(parts: AddressParts): AddressParts {
  const named = parts.city === '' ? undefined : (cityNamed(parts.city) ?? onlyOne(citiesLike(parts.city)));
  const known = named ?? (parts.city === '' && parts.index !== '' ? cityOfIndex(parts.index) : undefined);
  if (!known) return parts;
  return {
    ...parts,
    countryId: known.countryId,
    cityId: known.id,
    city: known.title,
    region: known.region || parts.region,
    index: parts.index || known.index,
    quality: 'partial',
  };
}
const onlyOne = (cities: readonly City[]): City | undefined => (cities.length === 1 ? cities[0] : undefined);

type Written = Pick<AddressParts, 'city' | 'street' | 'house'> & { building?: string; flat?: string; index?: string };
/** «656049, Барнаул, ул. Молодёжная, 12, корп. 2, кв. 5»: what is empty is left out. */
export function writeAddress({ index, city, street, house, building, flat }: Written): string {
  return [index, city, street, house, building && `корп.\u00a0${building}`, flat && `кв.\u00a0${flat}`]
    .filter((part) => part)
    .join(', ');
}
