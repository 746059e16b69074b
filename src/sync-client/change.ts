import type { AnyMutation, PayloadOf } from '#src/offline/outbox/mutation.ts';
import type { Intent } from '#src/offline/outbox/record.ts';

declare const isDefined: unique symbol;
/**
 * A change that may be queued. Only `changeOf` makes one, and only of a definition: what must be answered while the person
 * waits (orders, payments, transfers, codes, registration) has none and goes by `api.send`.
 */
export type Change = Intent & { readonly [isDefined]: true };

export const changeOf = <Definition extends AnyMutation>({ kind }: Definition, body: PayloadOf<Definition>): Change =>
  ({ kind, body }) as unknown as Change;
