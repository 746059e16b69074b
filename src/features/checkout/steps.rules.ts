import { judge } from '#contract/judge.ts';
import { OrderRecipient } from '#contract/checkout.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { missingWords } from '#contract/delivery-offer.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { CheckoutDraft, RecipientDraft, Step } from '#src/features/checkout/checkout.types.ts';
import type { Way } from '#src/features/checkout/ways.ts';

// What each step still misses, in words. A step is done when nothing is missing.

/** The shop's own verdict on who gets the parcel (docs/decisions/210-one-form.md). */
export function recipientErrors({ name, phone, email }: RecipientDraft): FieldErrors {
  const value = { name, phone, email: email.trim() === '' ? null : email };
  const errors = judge(OrderRecipient, {}, value).errors ?? {};
  // One thing to mend at a time: an empty number is not also a short one.
  return Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, words.slice(0, 1)]));
}

/** `isUnpriced`: the shop has named no price of any way. */
export function deliveryError(
  draft: Pick<CheckoutDraft, 'place' | 'way'>,
  way: Way | null,
  isUnpriced = false,
): string | null {
  if (!draft.place) return DELIVERY_WORDS.chooseCity;
  if (isUnpriced) return 'Стоимость доставки ещё не посчитана. Нажмите «Повторить»';
  if (!draft.way || !way || way.state === 'error') return 'Выберите способ доставки';
  if (way.state === 'process') return 'Считаем стоимость доставки, подождите секунду';
  return way.state === 'need_choose' ? missingWords(way.type) : null;
}

export const paymentError = (payment: number | null, due: number): string | null =>
  due > 0 && payment === null ? 'Выберите способ оплаты' : null;

export const NEXT_WORDS: Record<Exclude<Step, 'payment'>, string> = {
  recipient: 'К доставке',
  delivery: 'Выбрать оплату',
};
