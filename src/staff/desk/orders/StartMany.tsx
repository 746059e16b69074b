import { deskStartPacking } from '#contract/desk-packing.ts';
import type { DeskRow } from '#contract/desk-orders.ts';
import { useAct } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { ManyAtOnce } from '#src/staff/desk/orders/ManyAtOnce.tsx';

type Props = { rows: readonly DeskRow[]; isOnline: boolean; onDone: () => void };

/** Several new orders into packing. */
export function StartMany(props: Props) {
  const act = useAct();
  return (
    <ManyAtOnce
      {...props}
      verb="Взять в сборку"
      hint="Отметьте заказы, которые пора собирать."
      one={async ({ id, version }) => {
        await act({ call: deskStartPacking, input: { body: { exp_id: id, version } }, onDoubt: () => {} });
        return null;
      }}
    />
  );
}
