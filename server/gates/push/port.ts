/** A browser that wants to be told (RFC 8030): its address at a push service, and the keys to encrypt for it alone. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/**
 * What a worker shows on a screen that others see too: which order, and what has become of it; nothing personal. The service sees the
 * length of it, nothing else.
 */
export type PushMessage = {
  title: string;
  /** Screen of the shop that a tap opens. */
  path: string;
  /** A newer message of the same tag takes the place of an older one, shown or not delivered yet: 1–32 letters, digits, - and _. */
  tag: string;
};

/** The way to browsers that are not open. Called where no transaction is open (docs/decisions/141). */
export type PushGate = {
  /** What a browser needs for its subscription, base64url. The same for as long as the database lives. */
  publicKey(): Promise<string>;
  /** An address of a push service: it comes from outside, and elsewhere nobody is called. */
  serves(endpoint: string): boolean;
  /** Returns when the service has taken it. @throws PushError */
  send(target: PushTarget, message: PushMessage): Promise<void>;
};

/** `gone`: this subscription will never work again. `refused`: not this message. `away`: nothing was taken as far as we know. */
export class PushError extends Error {
  override name = 'PushError' as const;
  readonly kind: 'gone' | 'refused' | 'away';
  /** `cause` names no person and no endpoint: it is stored and listed. */
  constructor(kind: PushError['kind'], cause: string) {
    super(cause);
    this.kind = kind;
  }
}
