import { useStore } from 'jotai';
import type { Call, CallReply } from '#contract/call.ts';
import { changeOrder, type OrderChange } from '#src/features/orders/orders.atoms.ts';

/** `changeOrder` for a part of the screen: the answer keeps the type of its call. */
export function useChangeOrder(): <C extends Call>(change: OrderChange<C>) => Promise<CallReply<C>> {
  const { get, set } = useStore();
  return (change) => changeOrder(get, set, change);
}
