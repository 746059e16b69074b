/** Base recipes of category 4 in descending order; `+` is where the product's own ingredients stand. */
const BASES: Readonly<Record<string, string>> = {
  cream:
    'Aqua; +; Glycerin; Cetearyl Alcohol; Caprylic/Capric Triglyceride; Glyceryl Stearate; Panthenol; Tocopherol; Xanthan Gum; Sodium Benzoate; Potassium Sorbate; Citric Acid',
  serum: 'Aqua; Glycerin; +; Propanediol; Panthenol; Xanthan Gum; Sodium Benzoate; Potassium Sorbate; Citric Acid',
  toner: 'Aqua; Glycerin; +; Betaine; Sodium Benzoate; Potassium Sorbate; Citric Acid',
  wash: 'Aqua; Coco-Glucoside; Cocamidopropyl Betaine; Glycerin; +; Xanthan Gum; Parfum; Sodium Benzoate; Citric Acid',
  shampoo:
    'Aqua; +; Sodium Cocoyl Isethionate; Cocamidopropyl Betaine; Coco-Glucoside; Glycerin; Guar Hydroxypropyltrimonium Chloride; Parfum; Sodium Benzoate; Citric Acid',
  conditioner:
    'Aqua; Cetearyl Alcohol; Behentrimonium Chloride; +; Glycerin; Panthenol; Parfum; Sodium Benzoate; Lactic Acid',
  mask: 'Aqua; Kaolin; Glycerin; +; Cetearyl Alcohol; Xanthan Gum; Sodium Benzoate; Potassium Sorbate; Citric Acid',
  milk: 'Aqua; Glycerin; Helianthus Annuus Seed Oil; +; Cetearyl Alcohol; Glyceryl Stearate; Panthenol; Sodium Benzoate; Citric Acid',
  scrub: 'Glycerin; Aqua; +; Helianthus Annuus Seed Oil; Cetearyl Alcohol; Xanthan Gum; Parfum; Sodium Benzoate',
  balm: 'Helianthus Annuus Seed Oil; +; Ricinus Communis Seed Oil; Cocos Nucifera Oil; Tocopherol',
  salt: 'Sodium Chloride; +',
  alum: 'Potassium Alum',
  soap: 'Sodium Olivate; Sodium Cocoate; Aqua; Glycerin; +',
  paste: 'Aqua; Calcium Carbonate; Glycerin; Hydrated Silica; +; Xanthan Gum; Sodium Cocoyl Glutamate; Sodium Benzoate',
};
const RUSSIAN: Readonly<Record<string, string>> = {
  Aqua: 'вода', Glycerin: 'глицерин', 'Cetearyl Alcohol': 'цетеариловый спирт', Panthenol: 'пантенол',
  'Caprylic/Capric Triglyceride': 'каприлик-каприк триглицерид', 'Glyceryl Stearate': 'глицерилстеарат',
  Tocopherol: 'витамин E', 'Xanthan Gum': 'ксантановая камедь', 'Sodium Benzoate': 'бензоат натрия',
  'Potassium Sorbate': 'сорбат калия', 'Citric Acid': 'лимонная кислота', Propanediol: 'пропандиол', Betaine: 'бетаин',
  'Coco-Glucoside': 'коко-глюкозид', 'Cocamidopropyl Betaine': 'кокамидопропилбетаин', Parfum: 'отдушка',
  'Sodium Cocoyl Isethionate': 'кокоилизетионат натрия', 'Behentrimonium Chloride': 'бегентримоний хлорид',
  'Guar Hydroxypropyltrimonium Chloride': 'гуаровая камедь', 'Lactic Acid': 'молочная кислота', Kaolin: 'каолин',
  'Helianthus Annuus Seed Oil': 'масло подсолнечника', 'Ricinus Communis Seed Oil': 'касторовое масло',
  'Cocos Nucifera Oil': 'кокосовое масло', 'Sodium Chloride': 'соль', 'Potassium Alum': 'калиевые квасцы',
  'Sodium Olivate': 'омыленное оливковое масло', 'Sodium Cocoate': 'омыленное кокосовое масло',
  'Calcium Carbonate': 'карбонат кальция', 'Hydrated Silica': 'гидратированный диоксид кремния',
  'Sodium Cocoyl Glutamate': 'кокоилглутамат натрия', 'Betula Alba Juice': 'сок берёзы', Squalane: 'сквалан',
  'Cetraria Islandica Extract': 'экстракт исландского мха', 'Hippophae Rhamnoides Oil': 'масло облепихи',
  'Sodium Hyaluronate': 'гиалуронат натрия', 'Ascorbyl Glucoside': 'аскорбилглюкозид, форма витамина C',
  'Rosa Canina Fruit Extract': 'экстракт шиповника', 'Rosa Damascena Flower Water': 'розовая вода',
  'Saponaria Officinalis Root Extract': 'экстракт мыльного корня', 'Polysorbate 20': 'полисорбат 20',
  'Chamomilla Recutita Flower Extract': 'экстракт ромашки', Illite: 'голубая глина', 'Lemna Minor Extract': 'экстракт ряски',
  'Aronia Melanocarpa Fruit Extract': 'экстракт черноплодной рябины', 'Cucumis Sativus Fruit Extract': 'экстракт огурца',
  Caffeine: 'кофеин', 'Rubus Idaeus Seed Oil': 'масло косточек малины', 'Cera Alba': 'пчелиный воск',
  'Zinc Oxide': 'оксид цинка', 'Calendula Officinalis Flower Extract': 'экстракт календулы',
  'Prunus Armeniaca Seed Powder': 'порошок абрикосовой косточки', Mel: 'мёд', Carrageenan: 'каррагинан', Gold: 'золото',
  'Abies Sibirica Oil': 'масло пихты', 'Pinus Sylvestris Leaf Extract': 'экстракт хвои сосны',
  'Trifolium Pratense Flower Extract': 'экстракт клевера', 'Avena Sativa Kernel Extract': 'экстракт овса',
  'Butyrospermum Parkii Butter': 'масло ши', 'Linum Usitatissimum Seed Oil': 'льняное масло', Urea: 'мочевина',
  'Melaleuca Alternifolia Leaf Oil': 'масло чайного дерева', 'Mentha Piperita Oil': 'масло мяты перечной',
  'Magnesium Sulfate': 'сульфат магния', 'Maris Sal': 'морская соль', 'Prunus Amygdalus Dulcis Oil': 'масло миндаля',
  'Betula Pendula Tar': 'берестяной дёготь', 'Comarum Palustre Root Extract': 'экстракт сабельника',
  'Cinnamomum Camphora Oil': 'камфорное масло', Inulin: 'инулин', 'Arctium Lappa Root Extract': 'экстракт корня лопуха',
  'Urtica Dioica Leaf Extract': 'экстракт крапивы', 'Linum Usitatissimum Seed Extract': 'экстракт льна',
  'Hydrolyzed Silk': 'гидролизованный шёлк', 'Pinus Sibirica Seed Oil': 'кедровое масло',
  'Hydrolyzed Wheat Protein': 'протеины пшеницы', 'Hydrolyzed Oats': 'гидролизованный овёс',
  'Capsicum Annuum Fruit Extract': 'экстракт красного перца', 'Salvia Officinalis Extract': 'экстракт шалфея',
  'Propolis Extract': 'экстракт прополиса', 'Quercus Robur Bark Extract': 'экстракт коры дуба', Xylitol: 'ксилит',
  'Pyrus Communis Fruit Extract': 'экстракт груши', 'Aloe Barbadensis Leaf Juice': 'сок алоэ', Menthol: 'ментол',
  'Juniperus Communis Fruit Extract': 'экстракт можжевельника', 'Sodium Bicarbonate': 'сода', Lanolin: 'ланолин',
  'Zea Mays Starch': 'кукурузный крахмал', 'Bidens Tripartita Extract': 'экстракт череды',
  'Pyrus Malus Fruit Extract': 'экстракт яблока',
}; // prettier-ignore

/** INCI names with their Russian duplicate (docs/product/demo.md#range). */
export function inciOf(base: string, actives: string): string[] {
  const own = actives === '' ? [] : actives.split(', ');
  const names = (BASES[base] ?? '').split('; ').flatMap((name) => (name === '+' ? own : [name]));
  return [...new Set(names)].map((name) => {
    const russian = RUSSIAN[name];
    if (russian === undefined) throw new Error(`no Russian name for «${name}»`);
    return `${name} (${russian})`;
  });
}
