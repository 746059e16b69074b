// The other keyboard layout: «ghbdtn» was meant as «привет», «вшпшефд» as «digital».

const EN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RU = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const toRu = new Map(Array.from(EN, (key, i) => [key, RU[i] ?? key]));
const toEn = new Map(Array.from(RU, (key, i) => [key, EN[i] ?? key]));
for (const [shifted, key] of [
  ['~', '`'],
  ['{', '['],
  ['}', ']'],
  [':', ';'],
  ['"', "'"],
  ['<', ','],
  ['>', '.'],
] as const)
  toRu.set(shifted, toRu.get(key) ?? key);

const swap = (text: string, keys: ReadonlyMap<string, string>): string =>
  Array.from(text.toLowerCase(), (key) => keys.get(key) ?? key).join('');
export const layoutToRu = (text: string): string => swap(text, toRu);
export const layoutToEn = (text: string): string => swap(text, toEn);
