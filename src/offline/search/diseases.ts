import { ILLNESS_ROOTS, namesIllness } from '#contract/illness-words.ts';
import { layoutToRu } from '#src/offline/search/layout.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { distance, slipsAllowed } from '#src/offline/search/typo.ts';
import { wordsOf } from '#src/offline/search/words.ts';

// Supplements treat nothing, and no search may look as if they did (docs/product/law.md, docs/decisions/261). Code and not data:
// a desk cannot switch it off.

/** «Без сахара» is said of a chocolate, «повышенный сахар» of a person. */
const BLOOD = /(повышен|высок|снизит|снижа|кров|уровен)/;
const LONG_ROOTS = ILLNESS_ROOTS.filter((root) => root.length > 5);

/**
 * True when a query asks for help with an illness: in any layout or alphabet, and with a slip in a longer word.
 * @param isKnown a word of the catalogue is no slip of another: «инулин» is not «инсулин»
 */
export function isAboutIllness(query: string, isKnown: (word: string) => boolean): boolean {
  const forms = [query];
  if (/[a-z]/i.test(query)) forms.push(layoutToRu(query));
  if (forms.some((form) => wordsOf(form).some((word) => namesOrNearly(word, isKnown)))) return true;
  const words = wordsOf(query);
  if (words.some((word) => word.startsWith('сахар')) && words.some((word) => BLOOD.test(word))) return true;
  return words.some((word) => word.length > 4 && /^[a-z]+$/.test(word) && soundsLikeOne(soundOf(word)));
}
const ROOT_SOUNDS = LONG_ROOTS.map(soundOf).filter((sound) => sound.length > 4);
const soundsLikeOne = (sound: string): boolean => ROOT_SOUNDS.some((root) => sound.startsWith(root));

function namesOrNearly(word: string, isKnown: (word: string) => boolean): boolean {
  if (namesIllness(word)) return true;
  if (word.length < 6 || !/^[а-я]+$/.test(word) || isKnown(word)) return false;
  // One slip in the beginning: «деабет», «гепертония».
  return LONG_ROOTS.some((root) => root[0] === word[0] && slipsAllowed(root) > 0 && beginsLike(word, root));
}
const beginsLike = (word: string, root: string): boolean =>
  distance(word.slice(0, root.length), root, 1) <= 1 || distance(word.slice(0, root.length + 1), root, 1) <= 1;
