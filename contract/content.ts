/** Versioned legal texts: the version stored with a consent names the text that was on the screen (docs/product/law.md). */
export const LEGAL_VERSIONS = {
  '/kompaniya/soglasie': '2026-11-24',
  '/kompaniya/privacy-policy': '2026-11-23',
  '/kompaniya/oferta': '2026-11-22',
  '/kompaniya/vozvrat': '2026-11-22',
  '/kompaniya/dostavka-i-oplata': '2026-11-22',
} as const;
export const NOT_MEDICINE = 'БАД. Не является лекарственным средством.';
export const NOT_MEDICINE_SHORT = 'БАД, не лекарство';
/** Demo seller: visibly fake on purpose. */
export const SELLER = {
  name: 'ООО «Росток»',
  ogrn: '0000000000000',
  inn: '0000000000',
  address: '630000, г. Новосибирск, Демонстрационный проспект, 1',
  hours: 'пн–пт 9:00–18:00 (Москва)',
  email: 'shop@rostok.test',
  phone: '+7 900 000-00-00',
} as const;
