import type { Call } from '#contract/call.ts';
import type { FieldErrors, RefusalCode } from '#contract/reply.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { DbOrTx } from '#server/db/open.ts';

/**
 * An answer the person can act on. Anything else thrown is a bug and becomes a 500.
 * `http` is 200 for business refusals; the exceptions are listed in docs/product/calls.md#refusals.
 */
export class RefusedError extends Error {
  override name = 'RefusedError' as const;
  readonly code: RefusalCode;
  readonly http: number;
  readonly errors: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  /** What the person needs to decide, in the shape that the call's contract describes. */
  readonly details: unknown;
  /** What must stay although the change rolls back (a wrong code counts): carried out after it, by itself. */
  readonly count: ((db: DbOrTx) => Promise<void>) | undefined;
  /** All that the change has written so far is to stay: its transaction commits, and holds its locks until then (docs/decisions/440). */
  readonly stays: boolean;
  constructor(
    code: RefusalCode,
    message: string,
    more: {
      http?: number;
      errors?: FieldErrors;
      retryAfter?: number;
      details?: unknown;
      count?: (db: DbOrTx) => Promise<void>;
      stays?: boolean;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.http = more.http ?? 200;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.details = more.details;
    this.count = more.count;
    this.stays = more.stays ?? false;
  }
}

/** The transaction of the change is over: what the refusal must leave behind is written, and it goes on its way. */
export async function keepCount(db: DbOrTx, error: unknown): Promise<never> {
  if (error instanceof RefusedError) await error.count?.(db);
  throw error;
}

/** A business refusal: HTTP 200 with the envelope's failing status. */
export const refuse = (code: RefusalCode, message: string, errors?: FieldErrors): never => {
  throw new RefusedError(code, message, { errors });
};
export const invalid = (errors: FieldErrors, message: string = MESSAGES.validation): RefusedError =>
  new RefusedError('validation', message, { errors });
export const authRequired = (): RefusedError => new RefusedError('auth_required', MESSAGES.authRequired, { http: 401 });
export const forbidden = (message: string = MESSAGES.forbidden): RefusedError =>
  new RefusedError('forbidden', message, { http: 403 });
export const readonlyRefusal = (): RefusedError => new RefusedError('readonly', MESSAGES.readonly, { http: 403 });
export const notFound = (message: string): RefusedError => new RefusedError('not_found', message, { http: 404 });

/** The envelope of a refusal in its family's dialect. */
export function refusalBody(dialect: Call['dialect'], error: RefusedError): Record<string, unknown> {
  const status = dialect === 'word' ? 'error' : 0;
  return {
    status,
    code: error.code,
    message: error.message,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}
