import { layoutToRu } from '#src/offline/search/layout.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { distance, slipsAllowed } from '#src/offline/search/typo.ts';
import { wordsOf } from '#src/offline/search/words.ts';

// Supplements treat nothing, and no search may look as if they did (docs/product/law.md, docs/decisions/261). Code and not data:
// a desk cannot switch it off.

/** Beginnings of words that name an illness, a complaint or a cure. */
const ROOTS =
  'аденом аллерги альцгейм алкоголизм ангин анеми анорекси аритм артри артроз астм атеросклероз аутизм бессонниц бесплоди болезн болеть болит бородавк бронхит булими варикоз вирус воспален гайморит гастрит гельминт гемангиом геморро гепатит герпес гипертон гипотон гипотирео гипертирео глауком глист грибок грипп грыж деменц депресс дерматит диабет диаре дисбактериоз заболеван запор изжог импотенц инсульт инсулин инфаркт инфекц ишеми иммунодефицит катаракт кашел кашл климакс ковид конъюнктивит коронавирус лекарств лечащ лечебн лечен лечит лихорад мастопати менингит метастаз мигрен миом молочниц насморк невралг невроз ожирен онколог опухол остеопороз остеохондроз отек отит отравлен панкреатит папиллом паразит паркинсон педикулез пиелонефрит пневмони подагр понос похмель простатит простуд псориаз рахит радикулит ревмат сифилис склероз стенокард судорог тахикард тиреоид тонзиллит тошнот тромб туберкул уретрит фарингит холестерин холецистит цирроз цистит шизофрен щитовид экзем эпилепс язв вылеч'.split(
    ' ',
  );
/** Whole words: their beginnings are those of harmless ones. */
const WORDS: ReadonlySet<string> = new Set(
  'рак рака раку раком раке раковый раковая вич спид орви орз всд пмс дцп сдвг боль боли болью болей болями давление давления давлении давлением гипертоник диабетик диабетику киста кисты кисту сыпь зуд цинга цинги'.split(
    ' ',
  ),
);
/** «Без сахара» is said of a chocolate, «повышенный сахар» of a person. */
const BLOOD = /(повышен|высок|снизит|снижа|кров|уровен)/;
const LONG_ROOTS = ROOTS.filter((root) => root.length > 5);

/**
 * True when a query asks for help with an illness: in any layout or alphabet, and with a slip in a longer word.
 * @param isKnown a word of the catalogue is no slip of another: «инулин» is not «инсулин»
 */
export function isAboutIllness(query: string, isKnown: (word: string) => boolean): boolean {
  const forms = [query];
  if (/[a-z]/i.test(query)) forms.push(layoutToRu(query));
  if (forms.some((form) => wordsOf(form).some((word) => namesIllness(word, isKnown)))) return true;
  const words = wordsOf(query);
  if (words.some((word) => word.startsWith('сахар')) && words.some((word) => BLOOD.test(word))) return true;
  return words.some(
    (word) => /^[a-z]+$/.test(word) && word.length > 4 && ROOT_SOUNDS.some((root) => soundOf(word).startsWith(root)),
  );
}
const ROOT_SOUNDS = LONG_ROOTS.map(soundOf).filter((sound) => sound.length > 4);

function namesIllness(word: string, isKnown: (word: string) => boolean): boolean {
  if (WORDS.has(word) || ROOTS.some((root) => word.startsWith(root))) return true;
  if (word.length < 6 || !/^[а-я]+$/.test(word) || isKnown(word)) return false;
  // One slip in the beginning: «деабет», «гепертония».
  return LONG_ROOTS.some((root) => root[0] === word[0] && slipsAllowed(root) > 0 && beginsLike(word, root));
}
const beginsLike = (word: string, root: string): boolean =>
  distance(word.slice(0, root.length), root, 1) <= 1 || distance(word.slice(0, root.length + 1), root, 1) <= 1;
