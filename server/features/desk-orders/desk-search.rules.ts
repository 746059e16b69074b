import { ORDER_FILTERS, type OrderFilter } from '#contract/order-statuses.ts';

/** What the desk looks for. All of the search is null without words. */
export type DeskSearch = {
  statuses: readonly number[] | undefined;
  number: number | null;
  /** Digits without the country's code: a number is written with +7, 8 or nothing before it. */
  phone: string | null;
  words: string | null;
};

const INT4_MAX = 2_147_483_647;
/** Fewer digits would find half the shop. */
const PHONE_DIGITS_MIN = 4;

/** «№ 30 377», «8 (900) 000-01-57», «Соколова», «роса»: one box finds by all of them. */
export function deskSearchOf({ q = '', status }: { q?: string | undefined; status?: string | undefined }): DeskSearch {
  const words = q.trim();
  const bare = words.replaceAll(/[\s\u00a0№()+-]/g, '');
  const isDigits = /^\d+$/.test(bare);
  const number = isDigits && Number(bare) > 0 && Number(bare) <= INT4_MAX ? Number(bare) : null;
  return {
    statuses: status === undefined ? undefined : ORDER_FILTERS[status as OrderFilter],
    number,
    phone: isDigits && bare.length >= PHONE_DIGITS_MIN ? withoutCountry(bare) : null,
    words: words === '' ? null : words,
  };
}
const withoutCountry = (digits: string): string => (/^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits);
