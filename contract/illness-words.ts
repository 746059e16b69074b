// Words that name an illness, a complaint or a cure. No supplement is shown for them (docs/product/law.md row 5, docs/decisions/261), so
// the importer says it of a title that holds one. Code and not data: a desk cannot switch it off. No library in here.

/** Beginnings of words. */
export const ILLNESS_ROOTS: readonly string[] =
  'аденом аллерги альцгейм алкоголизм ангин анеми анорекси аритм артри артроз астм атеросклероз аутизм бессонниц бесплоди болезн болел болеть болит болят бородавк бронхит булими варикоз вирус воспален гайморит гастрит гельминт гемангиом геморро гепатит герпес гипертон гипотон гипотирео гипертирео глауком глист грибок грипп грыж деменц депресс дерматит диабет диаре дисбактериоз заболе запор изжог импотенц инсульт инсулин инфаркт инфекц ишеми иммунодефицит катаракт кашел кашл климакс ковид конъюнктивит коронавирус лекарств лечащ лечебн лечен лечит лихорад мастопати менингит метастаз мигрен миом молочниц насморк невралг невроз ожирен онколог опухол остеопороз остеохондроз отек отит отравлен панкреатит папиллом паразит паркинсон педикулез пиелонефрит пневмони подагр понос похмель простатит простуд псориаз рахит радикулит ревмат сифилис склероз стенокард судорог тахикард тиреоид тонзиллит тошнот тромб туберкул уретрит фарингит холестерин холецистит цирроз цистит шизофрен щитовид экзем эпилепс язв вылеч'.split(
    ' ',
  );
/** Whole words: their beginnings are those of harmless ones. */
const WORDS: ReadonlySet<string> = new Set(
  'рак рака раку раком раке раковый раковая вич спид орви орз всд пмс дцп сдвг боль боли болью болей болями давление давления давлении давлением гипертоник диабетик диабетику киста кисты кисту сыпь зуд цинга цинги'.split(
    ' ',
  ),
);

/** @param word lower case, ё as е */
export const namesIllness = (word: string): boolean =>
  WORDS.has(word) || ILLNESS_ROOTS.some((root) => word.startsWith(root));

/** The first word of a text that names one, as it is written there; null: none does. */
export function illnessIn(text: string): string | null {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.find((word) => namesIllness(word.toLowerCase().replaceAll('ё', 'е'))) ?? null;
}
