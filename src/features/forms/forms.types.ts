import type { FieldErrors } from '#contract/reply.ts';
import type { FormSend } from '#src/features/forms/form.mutation.ts';
import type { Seen } from '#src/offline/outbox/stored.types.ts';

/** `seen`: what stood on the screen; a queue tells of the form with it. */
export type SentForm = FormSend & { seen: Seen };

export type FormOutcome =
  /** The shop has it. `message`: it came out otherwise than asked, in the shop's words. */
  | { kind: 'sent'; message: string | undefined }
  /** It waits on the phone; `isTooOften`: the shop has answered, not now. */
  | { kind: 'waiting'; isTooOften: boolean }
  /** Refused. What was typed is still in the form. */
  | { kind: 'fields'; errors: FieldErrors }
  | { kind: 'failed'; text: string };
