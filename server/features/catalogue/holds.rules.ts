import { FREE_OF, UNKNOWN_ADVICE, UNKNOWN_CONTENT } from '#contract/free-of.ts';

/** What the words of a label look like, by the keys of contract/free-of.ts (docs/product/catalogue.md#free-of). */
const WORDS: Readonly<Record<string, RegExp>> = {
  // «Кокосовое молоко» is none; cultures grown on milk count as milk.
  moloko: /(?<!кокосовое )молоко|молочн|сыворотк|лактоз|казеин|сливочн|сливки|творо|йогурт|кефир|\bcasein|\blac\b/iu,
  gluten: /глютен|пшени|(?<![а-яё])рожь|(?<![а-яё])ржан|ячмен|овёс|овс|овес|(?<![а-яё])солод(?!к)|полб|манн(?:ая|ой)/iu,
  orehi: /орех|фундук|миндал|кешью|арахис|фисташ|пекан|макадами/iu,
  ryba: /рыб|треск|лосос|тунец|криль|краб|кревет|морепродукт|мидии/iu,
  med: /(?<![а-яё])м[её]д(?![а-яё])|медов|прополис|пчелин|пчеловод|перга|маточное молочко|пыльца|\bpropolis|\bmel\b|cera alba/iu,
  soya: /(?<![а-яё])со[яи](?![а-яё])|соев|\bsoja|\bsoy/iu,
  sahar: /сахар(?!ин|ид|оз)|сахароз|глюкоз(?!амин|ид)|фруктоз|патока/iu,
  zhelatin: /желатин/iu,
  beremennost: /беремен|кормлени/iu,
  davlenie: /артериальн\S* давлен|гипертон|гипертензи/iu,
  schitovidka: /щитовидн/iu,
  bessonnica: /бессонниц|нервн\S* возбудим/iu,
  autoimmunnye: /аутоиммун/iu,
};
/** A set names the products inside; what those hold is not on its own label. */
const SETS = /набор/iu;

export type LabelWords = {
  form: string;
  isBad: boolean;
  composition: readonly string[];
  contraindications: string;
};
/**
 * Bits of contract/free-of.ts: what the words of a label name. Read carefully rather than cleverly: a doubtful word counts as
 * held, and where nothing is said the product is «unknown», so that the filter «Без» errs on the safe side.
 */
export function holdsOf({ form, isBad, composition, contraindications }: LabelWords): number {
  const isUnknown = composition.length === 0 || SETS.test(form);
  let bits = (isUnknown ? UNKNOWN_CONTENT : 0) | (isBad && contraindications === '' ? UNKNOWN_ADVICE : 0);
  const inside = `${composition.join('; ')}; ${contraindications}`;
  for (const { key, bit, kind } of FREE_OF)
    if (WORDS[key]?.test(kind === 'content' ? inside : contraindications)) bits |= bit;
  return bits;
}
