import type { FieldErrors } from '#contract/reply.ts';

export type NotifyDraft = { email: string; phone: string };
/** What became of it: said, field errors, or words for the whole form. */
export type NotifyOutcome =
  | { kind: 'done'; message: string }
  | { kind: 'fields'; errors: FieldErrors }
  | { kind: 'failed'; text: string };
