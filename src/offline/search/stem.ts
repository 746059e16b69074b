// A light stemmer for Russian: takes the ending of a noun, adjective or participle away, so that «витаминами»,
// «витаминов» and «витамин» meet. It need not be right about grammar, only the same on both sides.

const ADJECTIVE = ['ыми', 'ого', 'ому', 'ая', 'ое', 'ые', 'ый', 'ую', 'ых', 'ым'];
const OTHER =
  'иями ями ами иях ях ах иям ям ам ием ем ом его ему ими их им яя ее ие ий ой ей юю ою ею ию ью иев ев ов ия ья ии ье а я о е и ы у ю ь й'.split(
    ' ',
  );
const ENDINGS = [...ADJECTIVE, ...OTHER].sort((a, b) => b.length - a.length);
const SHORT = new Set(ADJECTIVE);
const VOWEL = /[аеиоуыэюя]$/;

export function stemOf(word: string): string {
  if (word.length < 3 || !/^[а-я]+$/.test(word)) return word;
  const ending = ENDINGS.find((one) => word.endsWith(one) && canLose(word, one));
  const base = ending ? word.slice(0, -ending.length) : word;
  // «пенный» and «пена» meet without the double letter, «песок» and «песка» without the fleeting vowel, «посудомоек» and
  // «посудомойка» without the й that it stands for.
  const stem = base.replace(/(.)\1$/, '$1');
  return stem.length > 4 ? stem.replace(/[еой]([лкнцр])$/, '$1') : stem;
}

/** Three letters must stay; two are enough for «алый» and for «чай», whose stem ends in a vowel: «крем» is no ending. */
function canLose(word: string, ending: string): boolean {
  const left = word.length - ending.length;
  if (left >= 3) return true;
  return left === 2 && (SHORT.has(ending) || VOWEL.test(word.slice(0, left)));
}
