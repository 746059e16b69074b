import * as z from 'zod/mini';

export const ProductId = z.int().check(z.positive()).brand<'ProductId'>();
export type ProductId = z.infer<typeof ProductId>;
export const CategoryId = z.int().check(z.positive());
export const UserId = z.int().check(z.positive());
export const GuestId = z.uuid();
/** A path parameter that must be a positive integer; anything else is 400 (docs/product/calls.md#refusals). */
export const PathId = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/)),
  z.transform((text: string) => Number(text)),
);

/**
 * Registration number of a consultant: compared as a number, written with 8 digits
 * (docs/product/people.md#registration-numbers).
 */
export function formatConsId(consId: number): string {
  return String(consId).padStart(8, '0');
}
