import type { Refusal } from '#contract/reply.ts';

/** Every way a call can fail; screens switch over all four (docs/architecture.md). */
export type Failure =
  /** `retryAfterMs`: not before then, by the server's `Retry-After`. */
  | { kind: 'refused'; refusal: Refusal; retryAfterMs?: number }
  | { kind: 'offline' }
  | { kind: 'timeout' }
  | { kind: 'broken'; cause: unknown };

/** The only error a feature ever sees from the network. */
export class ApiError extends Error {
  override name = 'ApiError' as const;
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind, { cause: failure.kind === 'broken' ? failure.cause : undefined });
    this.failure = failure;
  }
}

export const failureOf = (error: unknown): Failure =>
  error instanceof ApiError ? error.failure : { kind: 'broken', cause: error };

/** One sentence for a person. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.refusal.message;
    case 'offline':
      return 'Нужен интернет. Проверьте связь и попробуйте снова.';
    case 'timeout':
      return 'Сервер не ответил вовремя. Попробуйте ещё раз.';
    case 'broken':
      return 'Сервис временно не доступен.';
  }
}
