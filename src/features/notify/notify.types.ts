import type { FieldErrors } from '#contract/reply.ts';

export type NotifyDraft = { email: string; phone: string };
/** What became of it: said, field errors, or words for the whole form. */
export type NotifyOutcome =
  | { kind: 'done'; message: string }
  /** Nothing is sent before the link of a letter has been opened. */
  | { kind: 'confirm'; message: string }
  | { kind: 'fields'; errors: FieldErrors }
  | { kind: 'failed'; text: string };

/** `failed`: in words; `isOver`: this link will never open again. */
export type ConfirmOutcome =
  | { kind: 'done'; message: string; products: readonly { title: string; slug: string }[] }
  | { kind: 'failed'; text: string; isOver: boolean };
