import type { PaymentCode } from '#contract/payment-methods.ts';
import type { BankRequisites } from '#contract/requisites.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { Db } from '#server/db/open.ts';
import type { PaymentGate, PaymentProvider, ProviderName } from '#server/gates/payments/port.ts';
import { openRobokassa, type RobokassaSettings } from '#server/gates/payments/robokassa.ts';
import { openSandbox } from '#server/gates/payments/sandbox.ts';
import { openSber, type SberSettings } from '#server/gates/payments/sber.ts';
import { watchPayments } from '#server/gates/payments/watch.ts';
import { openYookassa, type YookassaSettings } from '#server/gates/payments/yookassa.ts';

/** A provider without settings is null. */
export type PaymentSettings = {
  yookassa: YookassaSettings | null;
  robokassa: RobokassaSettings | null;
  sber: SberSettings | null;
  /** Who serves cards; null: whichever is set up. */
  card: 'yookassa' | 'robokassa' | 'sandbox' | null;
  requisites: BankRequisites | null;
  /** The page with three buttons may stand in for a bank: outside production, or by ALLOW_SANDBOX_PAY=1. */
  sandbox: boolean;
};

/** The ways to money (docs/decisions/230). What has no provider of its own is served by the sandbox, where it is open. */
export function openPayments(db: Db, settings: PaymentSettings, publicUrl: string): PaymentGate {
  const sandbox = settings.sandbox ? openSandbox(db, publicUrl) : null;
  const providers: Record<ProviderName, PaymentProvider | null> = {
    sandbox: sandbox?.provider ?? null,
    yookassa: settings.yookassa && watchPayments(db, openYookassa(settings.yookassa)),
    robokassa: settings.robokassa && watchPayments(db, openRobokassa({ ...settings.robokassa, shopUrl: publicUrl })),
    sber: settings.sber && watchPayments(db, openSber(settings.sber)),
    // Switched off: see gpb.ts.
    gpb: null,
  };
  const card =
    settings.card === null ? (providers.yookassa ?? providers.robokassa) : (providers[settings.card] ?? null);
  const own: Partial<Record<PaymentCode, PaymentProvider | null>> = {
    [PAYMENT_TYPES.cart]: card,
    [PAYMENT_TYPES.qr]: providers.yookassa,
    [PAYMENT_TYPES.sberPay]: providers.sber,
    [PAYMENT_TYPES.gazprom]: providers.gpb,
    [PAYMENT_TYPES.yookassa]: providers.yookassa,
    [PAYMENT_TYPES.robokassa]: providers.robokassa,
  };
  return {
    publicUrl,
    providerOf: (code) => (code in own ? (own[code] ?? providers.sandbox) : null),
    find: (name) => providers[name],
    sandbox: sandbox?.desk ?? null,
    requisites: settings.requisites,
  };
}
