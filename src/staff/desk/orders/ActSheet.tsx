import type { ReactNode } from 'react';
import type { CallInput } from '#contract/call.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { type DeskAct, useAct } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';

/** What an act asks of the shop, or the faults that can be seen without asking. */
export type Ready<C extends DeskAct> = { call: C; input: (reason: string) => CallInput<C> } | { errors: FieldErrors };
type Props<C extends DeskAct> = {
  title: string;
  /** The word on the button. */
  word: string;
  done: string;
  ready: () => Ready<C>;
  /** Something that must be seen before the act is not there yet. */
  isWaiting?: boolean;
  onClose: () => void;
  reasonLabel?: string;
  reasonHint?: string;
  children?: (errors: FieldErrors) => ReactNode;
};

/** An act on an order, which is shown as it has become. */
export function ActSheet<C extends DeskAct>({
  ready,
  reasonLabel = 'Причина',
  reasonHint = 'Останется в истории заказа и в журнале.',
  ...rest
}: Props<C>) {
  const act = useAct();
  const send = async (reason: string, onDoubt: () => void) => {
    const asked = ready();
    if (!('errors' in asked)) await act({ call: asked.call, input: asked.input(reason), onDoubt });
  };
  const judge = (): FieldErrors => {
    const asked = ready();
    return 'errors' in asked ? asked.errors : {};
  };
  return <ReasonSheet {...rest} label={reasonLabel} hint={reasonHint} judge={judge} send={send} />;
}

export type RefundTo = 'source' | 'ls';
type ToProps = { to: RefundTo; onChange: (to: RefundTo) => void };
/** Only for whoever has accounts; a guest's money goes the way it came. */
export const WhereTo = ({ to, onChange }: ToProps) => (
  <fieldset role="radiogroup" aria-label="Куда вернуть">
    <Checkbox type="radio" name="refund" checked={to === 'source'} onChange={() => onChange('source')}>
      Туда, откуда пришла оплата
    </Checkbox>
    <Checkbox type="radio" name="refund" checked={to === 'ls'} onChange={() => onChange('ls')}>
      На личный счёт
    </Checkbox>
  </fieldset>
);
