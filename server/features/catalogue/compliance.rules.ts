/** What a supplement's page tells, wherever it was written: in a feed or at the desk. */
export type LabelFacts = {
  sgr: { number: string } | null;
  maker: { name: string; address: string } | null;
  composition: readonly string[];
  volume: string;
  pack: string;
  qtyInPack: number | null;
  contraindications: string;
  shelfLife: string;
  storage: string;
};

/** What the law wants on a supplement's page and nobody has written (docs/product/law.md rows 6 and 7); empty = may be shown. */
export function missingForSale(facts: LabelFacts, more: { hasDescription: boolean; weightGrams: number }): string[] {
  const wanted: [string, boolean][] = [
    ['СГР', (facts.sgr?.number ?? '') !== ''],
    ['производитель', (facts.maker?.name ?? '') !== ''],
    ['адрес производителя', (facts.maker?.address ?? '') !== ''],
    ['состав', facts.composition.length > 0],
    ['объём или масса', facts.volume !== '' || facts.pack !== '' || facts.qtyInPack !== null || more.weightGrams > 0],
    ['описание', more.hasDescription],
    ['противопоказания', facts.contraindications !== ''],
    ['срок годности', facts.shelfLife !== ''],
    ['условия хранения', facts.storage !== ''],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => name);
}
