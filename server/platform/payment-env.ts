import type { BankRequisites } from '#contract/requisites.ts';
import type { PaymentSettings } from '#server/gates/payments/payments.ts';
import { ROBOKASSA_HASHES } from '#server/gates/payments/robokassa-signature.ts';
import { SBER_LIVE, SBER_TEST } from '#server/gates/payments/sber.ts';
import { readTaxes } from '#server/gates/payments/taxes.ts';
import { EnvError } from '#server/platform/env-error.ts';

type Source = Record<string, string | undefined>;

/**
 * Who takes the shop's money (docs/operations.md#payments). A provider is on when all of its settings are there; half of them is
 * a mistake. @throws EnvError in Russian.
 */
export function readPayments(source: Source, production: boolean): PaymentSettings {
  const yookassa = together(source, ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY']);
  const robokassa = together(source, ['ROBOKASSA_LOGIN', 'ROBOKASSA_PASSWORD1', 'ROBOKASSA_PASSWORD2']);
  const sber = together(source, ['SBER_USER', 'SBER_PASSWORD', 'SBER_CALLBACK_SECRET']);
  const taxes = readTaxes(source.ROBOKASSA_TAXES ?? '');
  if (!taxes) throw new EnvError('ROBOKASSA_TAXES: нужно, например, 22=vat22 22/122=vat122');
  return {
    yookassa: yookassa && {
      shopId: yookassa[0]!, // As many values as names.
      secretKey: yookassa[1]!,
      taxSystem: Number(oneOf('TAX_SYSTEM', source.TAX_SYSTEM || '1', ['1', '2', '3', '4', '5', '6'])),
    },
    robokassa: robokassa && {
      login: robokassa[0]!,
      password1: robokassa[1]!,
      password2: robokassa[2]!,
      password3: source.ROBOKASSA_PASSWORD3 || null,
      hash: oneOf('ROBOKASSA_HASH', source.ROBOKASSA_HASH || 'md5', ROBOKASSA_HASHES),
      isTest: source.ROBOKASSA_TEST === '1',
      sno: oneOf('ROBOKASSA_SNO', source.ROBOKASSA_SNO || 'osn', SNO),
      taxes,
    },
    sber: sber && {
      userName: sber[0]!,
      password: sber[1]!,
      callbackSecret: sber[2]!,
      url: source.SBER_TEST === '1' ? SBER_TEST : SBER_LIVE,
    },
    card: source.PAYMENT_CARD_PROVIDER ? oneOf('PAYMENT_CARD_PROVIDER', source.PAYMENT_CARD_PROVIDER, CARD) : null,
    requisites: readRequisites(source, production),
    sandbox: !production || source.ALLOW_SANDBOX_PAY === '1',
  };
}
const CARD = ['yookassa', 'robokassa', 'sandbox'] as const;
const SNO = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent'] as const;

/** All of these, or none: null. */
function together(source: Source, names: readonly string[]): string[] | null {
  const given = names.filter((name) => source[name]);
  if (given.length === 0) return null;
  if (given.length < names.length) throw new EnvError(`${names.join(', ')} задаются вместе`);
  return names.map((name) => source[name] ?? '');
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new EnvError(`${name}: допустимы ${allowed.join(', ')}`);
  return found;
}

/** Visibly made up, and never in production: nobody can pay to zeros. */
const DEMO: BankRequisites = {
  name: 'ООО «Росток» (демо)',
  personalAcc: '40702810000000000000',
  bankName: 'Демонстрационный банк',
  bic: '040000000',
  correspAcc: '30101810000000000000',
  payeeInn: '0000000000',
  kpp: '000000000',
};
const BANK = ['BANK_PAYEE', 'BANK_ACCOUNT', 'BANK_NAME', 'BANK_BIC', 'BANK_CORR_ACCOUNT', 'BANK_INN'];

function readRequisites(source: Source, production: boolean): BankRequisites | null {
  const given = together(source, BANK);
  if (!given) return production ? null : DEMO;
  const [name = '', personalAcc = '', bankName = '', bic = '', correspAcc = '', payeeInn = ''] = given;
  const kpp = source.BANK_KPP || null;
  const areDigits =
    /^\d{20}$/.test(personalAcc) &&
    /^\d{9}$/.test(bic) &&
    /^\d{20}$/.test(correspAcc) &&
    /^(\d{10}|\d{12})$/.test(payeeInn) &&
    (kpp === null || /^\d{9}$/.test(kpp));
  if (!areDigits)
    throw new EnvError('Реквизиты: счета — 20 цифр, БИК — 9, ИНН — 10 или 12, КПП — 9 (BANK_ACCOUNT, BANK_BIC …)');
  return { name, personalAcc, bankName, bic, correspAcc, payeeInn, kpp };
}
