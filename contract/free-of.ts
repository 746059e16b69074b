// What a product may hold or be advised against, as one small number in its row of the published list, so that the filter «Без»
// works on the phone (docs/product/catalogue.md#free-of). The shop reads it from composition and contraindications
// (server/features/catalogue/holds.rules.ts). Bits and keys stay: they stand on phones and in addresses.

export type FreeOf = {
  /** In the address: `bez=moloko`. */
  key: string;
  bit: number;
  /** After «без» for what is inside: «молока»; what the label advises against by its name: «бессонница». */
  of: string;
  kind: 'content' | 'advice';
};
export const FREE_OF: readonly FreeOf[] = [
  { key: 'moloko', bit: 2, of: 'молока и лактозы', kind: 'content' },
  { key: 'gluten', bit: 4, of: 'злаков с глютеном', kind: 'content' },
  { key: 'orehi', bit: 8, of: 'орехов', kind: 'content' },
  { key: 'ryba', bit: 16, of: 'рыбы', kind: 'content' },
  { key: 'med', bit: 32, of: 'мёда и прополиса', kind: 'content' },
  { key: 'soya', bit: 64, of: 'сои', kind: 'content' },
  { key: 'sahar', bit: 128, of: 'сахара и глюкозы', kind: 'content' },
  { key: 'zhelatin', bit: 256, of: 'желатина', kind: 'content' },
  { key: 'beremennost', bit: 512, of: 'беременность и кормление', kind: 'advice' },
  { key: 'davlenie', bit: 1024, of: 'повышенное давление', kind: 'advice' },
  { key: 'schitovidka', bit: 2048, of: 'болезни щитовидной железы', kind: 'advice' },
  { key: 'bessonnica', bit: 4096, of: 'бессонница', kind: 'advice' },
  { key: 'autoimmunnye', bit: 8192, of: 'аутоиммунные болезни', kind: 'advice' },
];
/** The label does not say what is inside: such a product is never shown as free of anything. */
export const UNKNOWN_CONTENT = 1;
/** A supplement without a word on contraindications. */
export const UNKNOWN_ADVICE = 16_384;

/** Everything that the chosen keys forbid, as bits; unknown keys forbid nothing. */
export function forbiddenBits(keys: readonly string[]): number {
  let bits = 0;
  for (const { key, bit, kind } of FREE_OF)
    if (keys.includes(key)) bits |= bit | (kind === 'content' ? UNKNOWN_CONTENT : UNKNOWN_ADVICE);
  return bits;
}
