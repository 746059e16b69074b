import type { MUTATIONS } from '#src/mutations.ts';
import type { PayloadOf } from '#src/offline/outbox/mutation.ts';
import type * as stored from '#src/offline/outbox/stored.types.ts';

// What the engine keeps as a kind and an unknown payload, as tests that speak of single kinds want it: a union over the list.

type Kinds = { [One in (typeof MUTATIONS)[number] as One['kind']]: { kind: One['kind']; body: PayloadOf<One> } };
export type Intent = Kinds[keyof Kinds];
type Of<Stored> = Stored extends unknown ? Omit<Stored, 'kind' | 'body'> & Intent : never;
export type OutboxRecord = Of<stored.OutboxRecord>;
export type Outcome = Of<stored.Outcome>;
export type RejectedRecord = Omit<stored.RejectedRecord, 'record'> & { record: OutboxRecord };
