import * as z from 'zod/mini';

/**
 * Field errors are lists because the server may report several faults of one field at once
 * (docs/product/asked-for.md#validation).
 */
export const FieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof FieldErrors>;

/** Flat machine codes of every refusal (docs/product/calls.md#refusals). */
export const REFUSAL_CODES = [
  'auth_required',
  'forbidden',
  'readonly',
  'validation',
  'owner_mismatch',
  'foreign_origin',
  'idempotency_in_flight',
  'idempotency_payload',
  'not_found',
  'out_of_stock',
  'in_stock',
  'qty_limit',
  'cart_empty',
  'cart_changed',
  'price_changed',
  'delivery_changed',
  'payment_unavailable',
  'consent_required',
  'draft_changed',
  'order_paid',
  'order_cancelled',
  'method_not_online',
  'insufficient_funds',
  'limit_exceeded',
  'not_in_structure',
  'transfer_closed',
  'order_changed',
  'order_closed',
  'order_held',
  'parcel_changed',
  'parcel_taken',
  'parcel_incomplete',
  'scan_unknown',
  'scan_full',
  'track_taken',
  'other_point',
  'handed_already',
  'code_locked',
  'marks_wrong',
  'shift_closed',
  'shift_differs',
  'supply_short',
  'code_wrong',
  'code_expired',
  'code_attempts',
  'too_many',
  'server_error',
  'unknown_call',
  'bad_request',
  'too_large',
  'unsupported_type',
  'wrong_password',
  'duplicate',
  'sort_forbidden',
  'unavailable',
  'quiz_changed',
  'quiz_answers',
  'person_changed',
  'product_changed',
  'rights_missing',
  'not_possible',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** `details` is what a person needs to decide, in the shape that the call's contract describes. */
const refusalBody = {
  code: z.string(),
  message: z.string(),
  errors: z.optional(FieldErrors),
  details: z.optional(z.unknown()),
};
/** Envelope A: /api/*, /landing/*, /support/*, /user/*, /education/*. */
export const RefusalWord = z.object({ status: z.literal('error'), ...refusalBody });
/** Envelope B: /cart/*, /optovik/*, /promo/*, /favorite-products/*, /user/notify-product. */
export const RefusalNumber = z.object({ status: z.literal(0), ...refusalBody });
export const Refusal = z.union([RefusalWord, RefusalNumber]);
export type Refusal = z.infer<typeof Refusal>;

export const okWord = { status: z.literal('success') };
export const okNumber = { status: z.literal(1) };
export const DoneWord = z.object({ ...okWord, message: z.optional(z.string()) });
export const DoneNumber = z.object({ ...okNumber, message: z.optional(z.string()) });
