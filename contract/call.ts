import type * as z from 'zod/mini';
import type { Limit } from '#contract/limits.ts';
import type { Needs } from '#contract/rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/**
 * The specification shows two envelopes: `word` = status 'success'|'error', `number` = status 1|0
 * (docs/product/calls.md#envelopes).
 */
export type Dialect = 'word' | 'number';

/** One HTTP call, described once: the client sends it, the server mounts it, OpenAPI is generated from it. */
export type Call<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** Unique name, the operationId of OpenAPI. */
  name: string;
  /** One Russian sentence for the API page. */
  summary: string;
  /** Domain word: groups the API page. */
  word: string;
  method: Method;
  /** Path with `:name` placeholders, exactly as in the specification. */
  path: `/${string}`;
  dialect: Dialect;
  params: P;
  query: Q;
  body: B;
  /** The success answer, the envelope's `status` included. */
  reply: R;
  /**
   * State-changing calls require `X-Requested-With: rostok` and a same-origin request, GETs included
   * (docs/product/calls.md#own-origin).
   */
  changes: boolean;
  /** A read that changes something only when its query says so, as `recalc=1` of the cart: then the same holds. */
  changesWith: Readonly<Record<string, string>> | undefined;
  /** Honours `Idempotency-Key`: the answer is stored in the transaction of the effect. */
  keyed: boolean;
  /** Who may call it, by the matrix of contract/rights.ts. `anyone` is written down too: no call is open by oversight. */
  needs: Needs;
  /** How often; undefined is as often as one likes. */
  limit: Limit | undefined;
  /**
   * `X-Client-User` must name the session's owner. False for changes that begin or end a session: they say in their body, or
   * by rules of their own, whom they are for.
   */
  checksOwner: boolean;
  /** Russian words for faulty fields, by the last part of their path; others say which rule is broken. */
  fieldWords: Readonly<Record<string, string>>;
};

type Draft<P, Q, B, R> = {
  name: string;
  summary: string;
  word: string;
  method: Method;
  path: `/${string}`;
  dialect: Dialect;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  needs: Needs;
  limit?: Limit;
  changes?: boolean;
  changesWith?: Readonly<Record<string, string>>;
  keyed?: boolean;
  checksOwner?: boolean;
  fieldWords?: Readonly<Record<string, string>>;
};

export function defineCall<
  R extends z.ZodMiniType,
  P extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
  B extends z.ZodMiniType = z.ZodMiniUndefined,
>(draft: Draft<P, Q, B, R>): Call<P, Q, B, R> {
  const changes = draft.changes ?? draft.method !== 'GET';
  // An absent part is described by `undefined`; the cast only names that default for the type parameter.
  const none = undefined as unknown;
  return {
    ...draft,
    params: draft.params ?? (none as P),
    query: draft.query ?? (none as Q),
    body: draft.body ?? (none as B),
    changes,
    changesWith: draft.changesWith,
    keyed: draft.keyed ?? false,
    limit: draft.limit,
    checksOwner: draft.checksOwner ?? changes,
    fieldWords: draft.fieldWords ?? {},
  };
}

type Part<K extends string, T> = T extends z.ZodMiniUndefined
  ? { [key in K]?: undefined }
  : { [key in K]: z.input<T & z.ZodMiniType> };

/** What a caller supplies: path parameters, query and body, before parsing. Absent parts may be left out. */
export type CallInput<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;
export type CallReply<C extends Call> = z.output<C['reply']>;
export type CallParsed<C extends Call> = {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
};
