import type { CallInput } from '#contract/call.ts';
import { inviteNewcomer } from '#contract/invitations.ts';
import { judgeBody } from '#contract/judge.ts';
import type { FieldErrors } from '#contract/reply.ts';

// What the form of an invitation does, without a screen.

export type NewcomerFields = {
  first_name: string;
  last_name: string;
  phone: string;
  phone_country: string;
  /** Registration number of another sponsor, and how the screen calls them; empty: whoever invites. */
  sponsor_id: string;
  sponsor_name: string;
};
export const emptyNewcomer: NewcomerFields = {
  first_name: '',
  last_name: '',
  phone: '',
  phone_country: 'ru',
  sponsor_id: '',
  sponsor_name: '',
};
export const newcomerBody = (fields: NewcomerFields): CallInput<typeof inviteNewcomer>['body'] => ({
  first_name: fields.first_name,
  last_name: fields.last_name,
  phone: fields.phone,
  phone_country: fields.phone_country,
  ...(fields.sponsor_id === '' ? {} : { sponsor_id: Number(fields.sponsor_id) }),
});
export const judgeNewcomer = (fields: NewcomerFields): FieldErrors | null =>
  judgeBody(inviteNewcomer, newcomerBody(fields)).errors ?? null;
