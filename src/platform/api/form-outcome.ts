import { type Failure, failureText } from '#src/platform/api/failure.ts';
import type { FieldErrors } from '#contract/reply.ts';

/** A failed call as a form shows it: faults under their fields, or words for the whole form (src/ui/form). */
export const formFailure = (
  failure: Failure,
): { kind: 'fields'; errors: FieldErrors } | { kind: 'failed'; text: string } =>
  failure.kind === 'refused' && failure.refusal.errors && Object.keys(failure.refusal.errors).length > 0
    ? { kind: 'fields', errors: failure.refusal.errors }
    : { kind: 'failed', text: failureText(failure) };
