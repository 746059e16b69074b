import { RETURN_FILTERS, type ReturnFilter } from '#contract/desk-returns.ts';
import type { ReturnState } from '#contract/returns.ts';
import type { ReturnsAsked } from '#src/staff/desk/returns/desk-returns.atoms.ts';

// The list in words and in the address.

export const FILTER_WORDS: Readonly<Record<ReturnFilter, string>> = {
  asked: 'Ждут ответа',
  approved: 'Ждём товар',
  received: 'Товар пришёл',
  ended: 'Закрыты',
};
export const STATE_TAGS: Readonly<Record<ReturnState, 'seed' | 'leaf' | 'plain' | 'error'>> = {
  asked: 'seed',
  approved: 'seed',
  received: 'seed',
  refunded: 'leaf',
  refused: 'error',
  withdrawn: 'plain',
};
/** What the buyer reads unless the desk writes its own. */
export const APPROVED_WORDS =
  'Принесите товар в пункт выдачи, где получили заказ, или отправьте посылкой на наш склад. Номер возврата напишите на упаковке.';

export function readReturnsAddress(search: string): ReturnsAsked {
  const params = new URLSearchParams(search);
  const filter = RETURN_FILTERS.find((name) => name === params.get('show')) ?? 'asked';
  const after = Number(params.get('after'));
  return { filter, ...(Number.isInteger(after) && after > 0 ? { after } : {}) };
}
export function returnsAddress({ filter, after }: ReturnsAsked): string {
  const params = new URLSearchParams({
    ...(filter === 'asked' ? {} : { show: filter }),
    ...(after === undefined ? {} : { after: String(after) }),
  });
  const text = params.toString();
  return text === '' ? '/desk/returns' : `/desk/returns?${text}`;
}
