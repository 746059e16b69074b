import type { Tx } from '#server/db/open.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import type { DeliveryChoice } from '#contract/checkout.ts';
export async function frozenDelivery(
  _tx: Tx,
  asked: { choice: DeliveryChoice; [key: string]: unknown },
): Promise<FrozenDelivery> {
  return {
    type: asked.choice.type,
    name: 'СДЭК',
    costKop: 0,
    gateType: null,
    gateId: null,
    to: 'Барнаул',
    schedule: null,
    days: '1–2 дня',
    isFreeZone: true,
    source: 'embedded',
    address: null,
  };
}
