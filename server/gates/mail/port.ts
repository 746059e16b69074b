/** One letter to one person, in Russian, as text and as HTML of the same words. */
export type Letter = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * `<…@host>`, the same at every try: SMTP cannot say whether a letter whose answer was lost has been taken, but
   * mailboxes show letters of one Message-ID once.
   */
  messageId: string;
  /** Where its reader leaves letters of this kind, by one POST and without a login; only of letters that may be left. */
  unsubscribe?: string;
};

/** The way to the outside for letters. Called where no transaction is open (docs/decisions/141). */
export type MailGate = {
  /** Returns when the letter was taken over. @throws MailError */
  send(letter: Letter): Promise<void>;
};

/**
 * `refused`: this letter will never be taken (no such mailbox), another try cannot help. `away`: nothing was taken as
 * far as we know (no connection, no answer, «try later», our own login refused), the same letter goes again.
 */
export class MailError extends Error {
  override name = 'MailError' as const;
  readonly kind: 'refused' | 'away';
  /** `cause` names the server's answer by number, never the address: it is stored and listed. */
  constructor(kind: MailError['kind'], cause: string) {
    super(cause);
    this.kind = kind;
  }
}
