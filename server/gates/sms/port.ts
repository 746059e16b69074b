/** One short message to one phone, in Russian. */
export type Sms = {
  /** E.164. */
  to: string;
  text: string;
  /** The same at every try: the embedded gate keeps one of them. */
  messageId: string;
};

/** The way to the outside for short messages. Called where no transaction is open (docs/decisions/141). */
export type SmsGate = {
  /** Returns when the message was taken over. @throws SmsError */
  send(sms: Sms): Promise<void>;
};

/** `refused`: this number will never take it. `away`: nothing was taken as far as we know, the same message goes again. */
export class SmsError extends Error {
  override name = 'SmsError' as const;
  readonly kind: 'refused' | 'away';
  /** `cause` is the service's word, never the number: it is stored and listed. */
  constructor(kind: SmsError['kind'], cause: string) {
    super(cause);
    this.kind = kind;
  }
}
