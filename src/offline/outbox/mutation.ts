import type { Base, RejectReason, StoredRequest } from '#src/offline/outbox/stored.types.ts';

// One definition says everything that page, worker and simulation must know of one kind of queued change
// (docs/decisions/130-one-definition.md). The engine knows no kind by name.

export type JsonObject = Readonly<Record<string, unknown>>;

/** Everything that an answer or a rejection can do to the store. */
export type Write =
  /** The target's value at this version; older ones are passed over. Without `value` only how it looks (`data`). */
  | { do: 'entry'; value: number; version: number; data?: unknown }
  | { do: 'entry'; data: unknown }
  /** Of scopes without a version: bits only grow, and a pull that this overlaps is thrown away. */
  | { do: 'bits'; bits: number; data?: unknown }
  /** The server may have done it or not: nothing is known of the target until a pull. */
  | { do: 'unknown' }
  /** Pieces that never came to be: untried removals behind this one in its lane shrink by as much. */
  | { do: 'shortage'; pieces: number }
  /** Kept in the person's store with the mutation's key, its payload and the server's time. */
  | { do: 'keep'; key: string; value: JsonObject }
  /** It came out otherwise than asked: told to the person, then forgotten. */
  | { do: 'tell'; code: string; asked?: number; applied?: number; message?: string };

/**
 * Several in a row: `set`: the last one wins; `add`: they sum up; `grow`: true for ever once said; `once`: each one counts.
 * It decides the default of `collapse`, and how the simulation's server and oracles judge the kind.
 */
export type Merge = 'set' | 'add' | 'grow' | 'once';

// Method syntax on purpose: methods are bivariant, so every definition is an AnyMutation without `any`.
export type MutationDefinition<Kind extends string, Payload, View, Scope extends string> = {
  /** As stored on phones: never renamed. */
  readonly kind: Kind;
  /**
   * The version records of this kind carry: 1 for the six that the first builds knew, 2 for all later ones. A build that does
   * not know a kind would set its records aside at 1, and leaves them alone at 2.
   */
  readonly v: 1 | 2;
  /** A payload that the first builds' guard refuses: its record carries 2. */
  newer?(payload: NoInfer<Payload>): boolean;
  readonly merge: Merge;
  /** `account`: a guest's is refused before anything is stored. */
  readonly who: 'anyone' | 'account';
  /** The bases that hold what these change; none for a form. */
  readonly scopes: readonly Scope[];
  /** One at a time per lane: the next is refused until this one is answered. */
  readonly single?: boolean;
  /** Done twice it is still done once: repeated after an unknown outcome it may take a new key. */
  readonly repeatable?: boolean;
  /** Guards the stored form: what does not pass is set aside at the next start (docs/product/offline.md F38). */
  isPayload(value: unknown): value is Payload;
  /** FIFO inside, independent outside. */
  lane(payload: NoInfer<Payload>): string;
  /** What it changes: a base and the key inside it. */
  target(payload: NoInfer<Payload>): { scope: NoInfer<Scope>; entry: string } | null;
  /** Frozen at the first try: retries repeat it byte for byte. Paths are the contract's. */
  request(payload: NoInfer<Payload>): StoredRequest;
  /** What an accepted answer writes; null when it does not carry what it must: then it is no answer (F7, F55). */
  readAnswer(payload: NoInfer<Payload>, json: JsonObject): readonly Write[] | null;
  /** What screens show of the target: the server's word, then every pending mutation in order. */
  view?: { of(base: Base | undefined, entry: string): View; fold(view: View, payload: NoInfer<Payload>): View };
  /** Signed pieces, of kinds that sum up. */
  amount?: { of(payload: NoInfer<Payload>): number; with(payload: NoInfer<Payload>, amount: number): NoInfer<Payload> };
  /**
   * What becomes of the untried tail of the lane when `next` comes. `before` is the view without the tail, looked up for `set`
   * only; null when nobody knows it.
   */
  collapse?(
    tail: NoInfer<Payload>,
    next: NoInfer<Payload>,
    before: View | null,
  ): NoInfer<Payload> | 'cancel' | 'append';
  /** What a rejection does to the store, besides keeping the entry. */
  afterReject?(payload: NoInfer<Payload>, reason: RejectReason, tries: number): readonly Write[];
  /** Other lanes whose rejected entries the removal of the whole target closes. */
  related?(payload: NoInfer<Payload>): readonly string[];
};
export type AnyMutation = MutationDefinition<string, unknown, unknown, string>;
export type Mutations = readonly AnyMutation[];

export const defineMutation = <const Kind extends string, Payload, View, const Scope extends string>(
  definition: MutationDefinition<Kind, Payload, View, Scope>,
): MutationDefinition<Kind, Payload, View, Scope> => definition;

export type PayloadOf<Definition> = Definition extends { isPayload(value: unknown): value is infer Payload }
  ? Payload
  : never;
export type ScopeOf<List extends Mutations> = List[number]['scopes'][number];

/** A kind and its payload, as a record, an outcome and a tap hold them. */
export type Asked = { readonly kind: string; readonly body: unknown };
declare const MADE: unique symbol;
/** A change as its definition has made it: nothing else can be saved, so what has no definition cannot be queued. */
export type Mutation = Asked & { readonly [MADE]: true };
export const mutationOf = <Definition extends AnyMutation>(
  { kind }: Definition,
  payload: PayloadOf<Definition>,
): Mutation => ({ kind, body: payload }) as Asked as Mutation;

/** A definition with a payload that has passed its guard: any other pair would get through, methods being bivariant. */
export type Known = { readonly definition: AnyMutation; readonly payload: unknown };

/** The one look-up: null for a kind this build does not know, and for a payload its definition does not take. */
export function knownOf(definitions: Mutations, { kind, body }: Asked): Known | null {
  const definition = definitions.find((one) => one.kind === kind);
  return definition?.isPayload(body) ? { definition, payload: body } : null;
}
/** The payload of this definition; null for every other kind. */
export const payloadOf = <Payload, View, Scope extends string>(
  { kind, isPayload }: MutationDefinition<string, Payload, View, Scope>,
  asked: Asked,
): Payload | null => (asked.kind === kind && isPayload(asked.body) ? asked.body : null);
/** The lane of what is asked; null for what this build does not know. */
export const laneOf = (definitions: Mutations, asked: Asked): string | null => {
  const known = knownOf(definitions, asked);
  return known && known.definition.lane(known.payload);
};
export const targetOf = (definitions: Mutations, asked: Asked): { scope: string; entry: string } | null => {
  const known = knownOf(definitions, asked);
  return known && known.definition.target(known.payload);
};
/** The `v` of a record, and of all that is stored around it. */
export const storedVersion = ({ definition, payload }: Known): 1 | 2 =>
  definition.v === 2 || definition.newer?.(payload) === true ? 2 : 1;
export const scopeOf = (definitions: Mutations, asked: Asked): string | null =>
  targetOf(definitions, asked)?.scope ?? null;

// For guards and readers of answers.
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
export const isInt = (value: unknown): value is number => Number.isInteger(value);
export const isId = (value: unknown): value is number => isInt(value) && value > 0;
