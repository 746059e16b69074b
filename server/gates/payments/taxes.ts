import type { ReceiptItem } from '#contract/receipts.ts';

/**
 * The rate as receipts write it: a prepayment or an advance holds the tax inside (22/122), a settlement adds it (22 %). Null is «без НДС».
 * Which percent held on the day of the order is frozen in its lines (docs/product/payments.md#vat).
 */
export type TaxRate =
  | 'none'
  | '0'
  | '5'
  | '7'
  | '10'
  | '20'
  | '22'
  | '5/105'
  | '7/107'
  | '10/110'
  | '20/120'
  | '22/122';

export function taxRateOf({ vat, mode }: Pick<ReceiptItem, 'vat' | 'mode'>): TaxRate {
  if (vat === null) return 'none';
  const isAhead = mode === 'full_prepayment' || mode === 'advance';
  const name = isAhead && vat > 0 ? `${vat}/${100 + vat}` : String(vat);
  if (!isTaxRate(name)) throw new RangeError(`no such rate: ${name}`);
  return name;
}
const isTaxRate = (name: string): name is TaxRate => name in YOOKASSA_VAT;

/** ЮKassa's `vat_code` (docs/product/payments.md#yookassa). */
export const YOOKASSA_VAT: Readonly<Record<TaxRate, number>> = {
  none: 1,
  0: 2,
  10: 3,
  20: 4,
  '10/110': 5,
  '20/120': 6,
  5: 7,
  7: 8,
  '5/105': 9,
  '7/107': 10,
  22: 11,
  '22/122': 12,
};

/** Robokassa's `tax`. Its words for 22 % were not published when this was written, so a setting can replace them. */
export const ROBOKASSA_TAX: Readonly<Record<TaxRate, string>> = {
  none: 'none',
  0: 'vat0',
  5: 'vat5',
  7: 'vat7',
  10: 'vat10',
  20: 'vat20',
  22: 'vat22',
  '5/105': 'vat105',
  '7/107': 'vat107',
  '10/110': 'vat110',
  '20/120': 'vat120',
  '22/122': 'vat122',
};

export const robokassaTax = (
  { taxes }: { taxes?: Partial<Record<TaxRate, string>> },
  item: Pick<ReceiptItem, 'vat' | 'mode'>,
): string => {
  const rate = taxRateOf(item);
  return taxes?.[rate] ?? ROBOKASSA_TAX[rate];
};

/** `22=vat22 22/122=vat122`: an operator's words over ours. Undefined for a rate that does not exist. */
export function readTaxes(text: string): Partial<Record<TaxRate, string>> | undefined {
  const taxes: Partial<Record<TaxRate, string>> = {};
  for (const part of text.split(/\s+/).filter((one) => one !== '')) {
    const [rate = '', word = ''] = part.split('=');
    if (!isTaxRate(rate) || word === '') return undefined;
    taxes[rate] = word;
  }
  return taxes;
}
