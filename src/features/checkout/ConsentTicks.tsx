import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { deliveryName, isByCarrier } from '#contract/delivery-types.ts';
import { draftAtom, SHOP_NAME } from '#src/features/checkout/checkout.atoms.ts';
import { StepError } from '#src/features/checkout/StepError.tsx';
import type { Checkout, ConsentName } from '#src/features/checkout/use-checkout.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';

// One unticked box for one purpose (docs/product/law.md#consents).

type Props = { checkout: Pick<Checkout, 'ticks' | 'tick' | 'errors' | 'before'> };

/** Names its purpose: whoever has just registered has given another one to the same text. */
export const OrderConsent = ({ checkout }: Props) =>
  checkout.before.consent === null ? (
    <Tick name="consent" label="Согласие на обработку персональных данных для заказов" {...checkout}>
      Даю{' '}
      <Link href="/kompaniya/soglasie" className="link" target="_blank">
        согласие на обработку персональных данных
      </Link>{' '}
      для заказов
    </Tick>
  ) : null;

const format = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });
/** Without «г.»: the sentence has its own full stop. */
const day = (iso: string): string => format.format(new Date(iso)).replace(/\sг\.$/, '');
/** What an earlier order has given to the same text. */
export function ConsentsBefore({ checkout: { before } }: { checkout: Pick<Checkout, 'before'> }) {
  const type = useAtomValue(draftAtom)?.way?.type;
  if (before.consent === null) return null;
  const isToCarrier = type !== undefined && isByCarrier(type) && before.carrier !== null;
  return (
    <p className="small soft">
      Согласие на обработку данных дано {day(before.consent.at)}
      {isToCarrier && `, на передачу перевозчику — ${day(before.carrier!.at)}`}.{' '}
      <Link href="/kompaniya/soglasie" className="link" target="_blank">
        Прочитать
      </Link>
    </p>
  );
}

/** Asked for while the chosen way is another company's; the shop's own points, courier and store learn nothing new. */
export function CarrierConsent({ checkout }: Props) {
  const type = useAtomValue(draftAtom)?.way?.type;
  if (type === undefined || !isByCarrier(type) || checkout.before.carrier !== null) return null;
  return (
    <Tick name="carrier" label="Согласие на передачу имени, телефона и адреса перевозчику" {...checkout}>
      Даю{' '}
      <Link href="/kompaniya/soglasie" className="link" target="_blank">
        согласие на передачу имени, телефона и{'\u00a0'}адреса перевозчику
      </Link>
      : {deliveryName(type, SHOP_NAME)}
    </Tick>
  );
}

type TickProps = Pick<Checkout, 'ticks' | 'tick' | 'errors'> & {
  name: ConsentName;
  label: string;
  children: ReactNode;
};
function Tick({ name, label, ticks, tick, errors, children }: TickProps) {
  const errorId = `checkout-${name}-error`;
  const words = errors[name]?.[0];
  return (
    <div>
      <Checkbox
        checked={ticks[name]}
        aria-label={label}
        aria-invalid={words ? true : undefined}
        aria-describedby={words ? errorId : undefined}
        onChange={(event) => tick(name, event.target.checked)}
      >
        {children}
      </Checkbox>
      <StepError id={errorId} text={words} />
    </div>
  );
}
