import type { SQL } from 'drizzle-orm';

/** Columns ending in `_kop` are kopecks, `_half` half-points; times are dates. */
export type Row = Record<string, unknown>;
/** One kind of things that the shop holds about a person, as the archive shows it. */
export type Section = {
  /** Name of its JSON file. */
  file: string;
  title: string;
  /** Columns of `query` in their order, with the words that stand over them. */
  labels: Readonly<Record<string, string>>;
  /** Codes of a column in words; the JSON keeps the code. */
  words?: Readonly<Record<string, (value: unknown) => string>>;
  /** Of one person. Their own rows only, no secrets, nobody else's contacts. */
  query: (userId: number) => SQL;
};

/** Words for codes; one that has none stands as it is. */
export const named =
  (names: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    names[String(value)] ?? String(value);
