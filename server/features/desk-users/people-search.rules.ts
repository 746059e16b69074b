/** What the desk looks for among people; null without words. */
export type PeopleSearch = {
  /** The number of a cabinet or of a registration. */
  number: number | null;
  /** Digits without the country's code: a number is written with +7, 8 or nothing before it. */
  phone: string | null;
  /** Lower case, every ё an е; wildcards of LIKE are plain signs. */
  name: string;
  email: string | null;
} | null;

const INT4_MAX = 2_147_483_647;
/** Fewer digits would find half the shop. */
const PHONE_DIGITS_MIN = 4;
const plain = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** «Семён», «№ 157», «01000157», «8 (900) 000-01-57», «anna@»: one box finds by all of them (docs/product/rights.md#finding). */
export function peopleSearchOf(q: string | undefined): PeopleSearch {
  const words = (q ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (words === '') return null;
  const bare = words.replaceAll(/[\s\u00a0№()+-]/g, '');
  const isDigits = /^\d+$/.test(bare);
  return {
    number: isDigits && Number(bare) > 0 && Number(bare) <= INT4_MAX ? Number(bare) : null,
    phone: isDigits && bare.length >= PHONE_DIGITS_MIN ? bare.replace(/^[78](?=\d{10}$)/, '') : null,
    name: `%${plain(words.replaceAll('ё', 'е'))}%`,
    email: words.includes(' ') ? null : `${plain(words)}%`,
  };
}
