import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskRenewCode } from '#contract/desk-codes.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { loadDeskOrderAtom } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Button } from '#src/ui/Button.tsx';

const OWN_COUNTERS: readonly number[] = [DELIVERY_TYPES.pickup, DELIVERY_TYPES.logisticCenter];

/** A code was guessed at or lost: a new one, which only the buyer is told (docs/product/counter.md#code). */
export function RenewCode({ order }: Pick<DeskOrder, 'order'>) {
  const { isOnline } = useAtomValue(networkAtom);
  const [isOpen, setOpen] = useState(false);
  if (order.status.id !== ORDER_STATUSES.ready || !OWN_COUNTERS.includes(order.delivery.type)) return null;
  return (
    <>
      <Button kind="line" disabled={!isOnline} onClick={() => setOpen(true)}>
        Новый код выдачи
      </Button>
      {isOpen && <RenewSheet id={order.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function RenewSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { get } = useStore();
  const load = useSetAtom(loadDeskOrderAtom);
  const send = async (reason: string, onDoubt: () => void) => {
    const store = await get(storesAtom).person(get(sessionAtom).uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const input = { body: { exp_id: id, reason } };
    await sendSurely(by, { name: `deskRenewCode:${id}`, call: deskRenewCode, input }, { onDoubt });
    void load(id);
  };
  return (
    <ReasonSheet
      title="Новый код выдачи"
      word="Сделать новый код"
      done="Новый код отправлен покупателю"
      label="Причина"
      hint="Останется в истории заказа и в журнале. Старый код перестанет открывать заказ, нового здесь не видно."
      judge={() => ({})}
      send={send}
      onClose={onClose}
    />
  );
}
