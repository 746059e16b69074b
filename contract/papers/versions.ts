/**
 * Versions of the texts that people agree to, the newest first, with the sha256 of the text (`plainText` of paper.ts). A test
 * compares them: a published text never changes, a change is a new version (docs/decisions/310).
 */
export const PAPER_VERSIONS = {
  '/kompaniya/soglasie': [
    { version: '2026-11-24', sha256: '2bec224b679845cffcac46d681e919dce4db51738287a7083e672de2ecc118d0' },
    { version: '2026-11-23', sha256: '09e6363dd9a3faaf1d790aaacc2d962de87f7b5f068584a8004ff4610ce3b158' },
    { version: '2026-11-01', sha256: 'bd1d58287726242b328b15fd3b617ec873df6cdc37622badd3d47c864090449e' },
  ],
  '/kompaniya/soglasie-reklama': [
    { version: '2026-11-23', sha256: 'ba8f4c0eedfa3b56c047d701877a2f1246cd3336c6a4db57ac8d4d73876fb479' },
  ],
  '/kompaniya/dogovor-konsultanta': [
    { version: '2026-11-23', sha256: 'ba822ff901175b84ef35621dc135dfff4155a7d657d649c84a1d8c733155f26e' },
  ],
  '/kompaniya/oferta': [
    { version: '2026-11-22', sha256: '9c549b0c4e98b66bb72116b34480c1307aebc6a4162528db2642af2bd0aaa7bf' },
  ],
  '/kompaniya/privacy-policy': [
    { version: '2026-11-23', sha256: '3c2d3a913e627c572555b4fb9c7e965b450f9fe78b2be291bb46bab2cd494d36' },
    { version: '2026-11-01', sha256: 'fcae5ea32c3d652cd312e45562e74dfe865d347445e9e62aade76bee3fd83304' },
  ],
} as const satisfies Record<string, readonly { version: string; sha256: string }[]>;
