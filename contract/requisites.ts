// The QR code of a transfer by requisites (docs/product/payments.md#requisites): ГОСТ Р 56042, read by any bank's application,
// without a signal too. No library in here.

/** Where the shop's money goes. Digits are kept as text: accounts begin with zeros. */
export type BankRequisites = {
  name: string;
  /** 20 digits. */
  personalAcc: string;
  bankName: string;
  /** 9 digits. */
  bic: string;
  /** 20 digits. */
  correspAcc: string;
  /** 10 or 12 digits. */
  payeeInn: string;
  /** 9 digits; a sole trader has none. */
  kpp: string | null;
};

/** The words by which the bank's statement is matched with the order. */
export const transferPurpose = (orderNumber: number): string => `Оплата заказа № ${orderNumber}`;

/** The text under the QR code: UTF-8 (`ST00012`), the sum in kopecks. `|` parts the fields, so none may hold it. */
export function requisitesText(to: BankRequisites, sumKop: number, orderNumber: number): string {
  const fields: [string, string | null][] = [
    ['Name', to.name],
    ['PersonalAcc', to.personalAcc],
    ['BankName', to.bankName],
    ['BIC', to.bic],
    ['CorrespAcc', to.correspAcc],
    ['PayeeINN', to.payeeInn],
    ['KPP', to.kpp],
    ['Sum', String(sumKop)],
    ['Purpose', transferPurpose(orderNumber)],
  ];
  const texts = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value.replaceAll('|', ' ')}`]));
  return ['ST00012', ...texts].join('|');
}
