import type { Sums } from '#src/features/checkout/checkout.atoms.ts';
import { NBSP } from '#src/ui/format.ts';

/** What the sum is: nothing is «к оплате» before the delivery has its price. */
export const totalWords = ({ delivery, isPaidThere }: Pick<Sums, 'delivery' | 'isPaidThere'>): string =>
  delivery === null ? 'Без доставки' : isPaidThere ? `К${NBSP}оплате сейчас` : `К${NBSP}оплате`;
