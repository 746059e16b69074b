import type { PaymentCode } from '#contract/payment-methods.ts';
import type { ReceiptItem } from '#contract/receipts.ts';
import type { BankRequisites } from '#contract/requisites.ts';

// The way to the providers of payments (docs/decisions/230). Called where no transaction is open (docs/decisions/141).
// Contents: 1 what is asked, 2 what is answered, 3 messages of providers, 4 the gate

// ── 1 What is asked ─────────────────────────────────────────────────────────────────────────────
export const PROVIDERS = ['sandbox', 'yookassa', 'robokassa', 'sber', 'gpb'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export type Customer = { email: string | null; phone: string | null };
export type Receipt = { customer: Customer; items: readonly ReceiptItem[] };

export type PaymentRequest = {
  /** UUID, the same at every try: what the provider knows this attempt by. */
  key: string;
  paymentId: number;
  /** Null: a deposit. */
  orderId: number | null;
  code: PaymentCode;
  amountKop: number;
  description: string;
  /** Where the browser is sent afterwards; says nothing about the money. */
  returnUrl: string;
  receipt: Receipt;
  expiresAt: Date;
};
export type Created = { externalId: string; url: string };
/** What is known of an attempt; `externalId` is the provider's name for it. */
export type PaymentRef = { paymentId: number; orderId: number | null; externalId: string };
export type RefundRequest = PaymentRef & {
  /** UUID, the same at every try. */
  key: string;
  amountKop: number;
  /** Of this very payment so far, by our books: for providers that know no keys. */
  refundedKop: number;
  receipt: Receipt;
};

/** What an order that was paid in advance is handed over for: its second receipt (54-ФЗ). */
export type SettleRequest = PaymentRef & {
  /** UUID, the same at every try. */
  key: string;
  sumKop: number;
  receipt: Receipt;
};

// ── 2 What is answered ──────────────────────────────────────────────────────────────────────────
/** `held` and whatever else is not final counts as pending. */
export type SeenState = 'pending' | 'succeeded' | 'canceled' | 'expired';
/** The provider's word on one attempt, read at this moment. */
export type Seen = {
  state: SeenState;
  /** Taken from the person, kopecks; null while nothing has been. */
  capturedKop: number | null;
  capturedAt: Date | null;
  refundedKop: number;
  /** The attempt that the provider was asked for; null when it cannot tell. */
  paymentId: number | null;
  /** Its key, which no other shop of the same account has, as a numbering may; null when it cannot tell. */
  key: string | null;
  /** Its reason in one word of its protocol, for the log; never a person's data. */
  reason: string | null;
};
export type Refunded = { externalId: string; state: 'succeeded' | 'pending' | 'canceled' };

/**
 * `refused`: about this payment and final. `away`: everything else, also our own login refused; the same is tried again.
 * `unsure`: it may have been carried out, and the provider would carry it out a second time, so a person looks.
 * The cause names the protocol's number or word, never a person: it is stored and listed.
 */
export class PaymentError extends Error {
  override name = 'PaymentError' as const;
  readonly kind: 'refused' | 'away' | 'unsure';
  constructor(kind: PaymentError['kind'], cause: string) {
    super(cause);
    this.kind = kind;
  }
}

// ── 3 Messages of providers ─────────────────────────────────────────────────────────────────────
/** What arrived at a webhook's address. `body` is parsed, form or JSON; `ip` as the trusted hop says. */
export type Message = {
  method: string;
  ip: string;
  query: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
};
/**
 * A message moves no money: it names a payment that is then read anew. `paymentId` where the message carries our own id,
 * for one that comes before the answer to its creation.
 */
export type Notice =
  | { kind: 'payment'; externalId: string; paymentId: number | null; event: string; answer: string }
  /** Genuine, and about nothing that we wait for. */
  | { kind: 'other'; event: string; answer: string }
  /** Forged, foreign or garbled: nothing is done, `reason` is logged. */
  | { kind: 'refused'; http: 400 | 403; reason: string };

// ── 4 The gate ──────────────────────────────────────────────────────────────────────────────────
/** One provider. Every method but `parse` may throw PaymentError; anything else thrown counts as `away`. */
export type PaymentProvider = {
  name: ProviderName;
  create(request: PaymentRequest, signal: AbortSignal): Promise<Created>;
  read(ref: PaymentRef, signal: AbortSignal): Promise<Seen>;
  /** Ends an attempt that nobody should pay any more. Providers that cannot let it run out: a late payment is refunded. */
  cancel(ref: PaymentRef, signal: AbortSignal): Promise<void>;
  refund(request: RefundRequest, signal: AbortSignal): Promise<Refunded>;
  /** How a refund that was `pending` has ended. `externalId` is the refund's. */
  readRefund(externalId: string, signal: AbortSignal): Promise<Refunded>;
  /** Makes the second receipt. Absent where a provider makes none: then the shop's own cash register does. */
  settle?(request: SettleRequest, signal: AbortSignal): Promise<void>;
  /** Reads a message of a webhook; no network. */
  parse(message: Message): Notice;
};

/** What the page of the sandbox sees and does; the only way in which an attempt of it changes. */
export type SandboxPayment = {
  paymentId: number;
  orderId: number | null;
  code: number;
  amountKop: number;
  state: 'pending' | 'paid' | 'declined' | 'expired';
  returnUrl: string;
  externalId: string;
  expiresAt: Date;
};
export type SandboxAction = 'pay' | 'decline' | 'expire';
export type SandboxDesk = {
  find(token: string): Promise<SandboxPayment | undefined>;
  /** False when this attempt has ended already: paying is for once. The provider tells of it after `delayMs`. */
  act(token: string, action: SandboxAction, delayMs: number): Promise<boolean>;
};

export type PaymentGate = {
  /** Where browsers come back to: the shop's origin. */
  publicUrl: string;
  /** The provider behind a code; null where nobody serves it, so that it is not offered. */
  providerOf(code: PaymentCode): PaymentProvider | null;
  /** By the name that an attempt was made under, whatever the settings say now; null when its settings are gone. */
  find(name: ProviderName): PaymentProvider | null;
  /** Open outside production, or by ALLOW_SANDBOX_PAY=1. */
  sandbox: SandboxDesk | null;
  /** Where transfers go; null: code 3 is not offered. */
  requisites: BankRequisites | null;
};
