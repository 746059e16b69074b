import { useAtomValue } from 'jotai';
import { deskGetOrder, type DeskRow } from '#contract/desk-orders.ts';
import { deskSendParcel } from '#contract/desk-packing.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { useAct } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { ManyAtOnce } from '#src/staff/desk/orders/ManyAtOnce.tsx';
import { sentUnseen } from '#src/staff/desk/orders/parcels.rules.ts';

type Props = { rows: readonly DeskRow[]; isOnline: boolean; onDone: () => void };

/** Packed parcels of several orders leave at once: those that we carry ourselves, and those that have their number already. */
export function SendMany(props: Props) {
  const api = useAtomValue(apiAtom);
  const act = useAct();
  const send = async ({ id }: DeskRow): Promise<string | null> => {
    const sendable = sentUnseen(await api.send(deskGetOrder, { params: { id: String(id) } }));
    if ('why' in sendable) return sendable.why;
    for (const { id: parcel_id, version, track } of sendable.parcels)
      await act({
        call: deskSendParcel,
        input: { body: { exp_id: id, parcel_id, version, track: track ?? '', inside: [] } },
        onDoubt: () => {},
      });
    return null;
  };
  return (
    <ManyAtOnce
      {...props}
      verb="Отправить"
      hint="Отметьте заказы, которые уехали: наши машины и посылки, у которых уже есть трек-номер."
      one={send}
    />
  );
}
