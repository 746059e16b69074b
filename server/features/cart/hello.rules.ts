import { HELLO_BONUS, helloCondition, type HelloAsked, type HelloCondition } from '#contract/hello-bonus.ts';

/** As `/cart/data`, `/user/data` and `/delivery` tell it (docs/product/delivery.md#hello). Kopecks. */
export type HelloBonus = { amount: number; successCondition: HelloCondition };
export type HelloBuyer = { role: string; registeredAt: Date };

/**
 * What this cart still lacks for the hello bonus; null for whoever cannot earn it: wholesale buyers, staff and whoever has not
 * confirmed an address too.
 */
export function helloBonusOf({
  buyer,
  ...asked
}: Omit<HelloAsked, 'registeredAt'> & { buyer: HelloBuyer | null }): HelloBonus | null {
  const mayEarn = buyer !== null && (buyer.role === 'client' || buyer.role === 'cons');
  const successCondition = helloCondition({ ...asked, registeredAt: mayEarn ? buyer.registeredAt : null });
  return successCondition && { amount: HELLO_BONUS.amountKop, successCondition };
}
