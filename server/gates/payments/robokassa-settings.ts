import type { RobokassaHash } from '#server/gates/payments/robokassa-signature.ts';
import type { TaxRate } from '#server/gates/payments/taxes.ts';

/** What the shop's contract with Robokassa says (docs/operations.md). */
export type RobokassaSettings = {
  login: string;
  password1: string;
  password2: string;
  /** Signs refunds; without it they are made by hand in Robokassa's cabinet. */
  password3: string | null;
  /** The algorithm that is set in the cabinet. */
  hash: RobokassaHash;
  isTest: boolean;
  sno: string;
  taxes?: Partial<Record<TaxRate, string>>;
  /** Other addresses in tests only. */
  url?: string;
  refundUrl?: string;
  fiscalUrl?: string;
  /** Of the shop, as its receipts name it. */
  shopUrl?: string;
  addresses?: readonly string[];
};
