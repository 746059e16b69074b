export type Country = {
  code: string;
  name: string;
  /** Digits after the plus. */
  dialCode: string;
  /** The national part, `#` is a digit. */
  mask: string;
  /** A whole number with its dial code. */
  example: string;
  lengthNumber: number;
};
/** What is known of telephone numbers; given from outside, as are its countries. */
export type Numbering = {
  countries: readonly Country[];
  /** What was typed or pasted under a country; undefined = it names a code of no country here. */
  read(text: string, chosen: Country): { country: Country; national: string } | undefined;
  toPhone(country: Country, national: string): string;
  nationalOf(phone: string, country: Country): string;
};
