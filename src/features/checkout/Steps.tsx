import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { countryOfPhone, nationalOf } from '#contract/phone-numbers.ts';
import { currentWayAtom, draftAtom, sumsAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { CheckoutDraft, Step } from '#src/features/checkout/checkout.types.ts';
import { STEPS } from '#src/features/checkout/draft.rules.ts';
import { CarrierConsent, ConsentsBefore, OrderConsent } from '#src/features/checkout/ConsentTicks.tsx';
import { DeliveryStep } from '#src/features/checkout/DeliveryStep.tsx';
import { PaymentStep } from '#src/features/checkout/PaymentStep.tsx';
import { RecipientStep } from '#src/features/checkout/RecipientStep.tsx';
import type { Checkout } from '#src/features/checkout/use-checkout.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import type { Way } from '#src/features/checkout/ways.ts';
import { isFreight } from '#contract/delivery-types.ts';
import { Field } from '#src/ui/Field.tsx';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './Checkout.module.css';

const TITLES: Record<Step, string> = { recipient: 'Получатель', delivery: 'Доставка', payment: 'Оплата' };

/** Three sections; the open one asks, those behind it say what was answered. */
export function Steps({ checkout }: { checkout: Checkout }) {
  const { step, errors, fix } = checkout;
  const { user } = useAtomValue(sessionAtom);
  const draft = useAtomValue(draftAtom);
  const way = useAtomValue(currentWayAtom);
  const sums = useAtomValue(sumsAtom);
  if (!draft) return null;
  const { recipient } = draft;
  const facts: Record<Step, ReactNode> = {
    recipient: (
      <>
        {recipient.name}
        <br />
        <span className="mute num">{phoneWords(recipient.phone)}</span>
      </>
    ),
    delivery: way && (
      <>
        {way.name}
        {`, ${whereTo(way, draft)}`}
        <br />
        <span className="mute num">
          {[way.isPaidThere ? 'Оплата при получении' : formatMoney(sums.delivery ?? 0), way.time]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
    payment: null,
  };
  const forms: Record<Step, ReactNode> = {
    recipient: (
      <>
        {user.isGuest && (
          <p className={`small soft ${styles.start}`}>
            Уже покупали у{'\u00a0'}нас?{' '}
            <Link href="/login?return=/checkout" className="link">
              Войти
            </Link>
            . Или продолжайте как гость: кабинет не{'\u00a0'}нужен.
          </p>
        )}
        <RecipientStep errors={errors} onFix={fix} onEnter={() => void checkout.onGo()} />
      </>
    ),
    delivery: (
      <DeliveryStep
        error={errors.delivery?.[0]}
        flatError={errors.flat}
        onFix={fix}
        onEnter={() => void checkout.onGo()}
      />
    ),
    payment: <PaymentSection checkout={checkout} />,
  };
  return STEPS.map((one, i) => {
    const isOpen = one === step;
    const isDone = STEPS.indexOf(step) > i;
    return (
      <section
        key={one}
        className={`${styles.step} ${isDone ? styles.done : ''}`}
        aria-label={TITLES[one]}
        data-step={one}
      >
        <h2 tabIndex={-1}>
          <span className={`num ${styles.number} ${isOpen || isDone ? '' : styles.later}`}>
            {isDone ? <Icon name="check" size={18} /> : i + 1}
          </span>
          {TITLES[one]}
        </h2>
        {isOpen && <div className={styles.body}>{forms[one]}</div>}
        {isDone && (
          <>
            <p className={styles.fact}>{facts[one]}</p>
            <button
              type="button"
              className={`link ${styles.change}`}
              aria-label={`Изменить: ${TITLES[one]}`}
              onClick={() => checkout.open(one)}
            >
              Изменить
            </button>
          </>
        )}
      </section>
    );
  });
}

/** To a terminal or a shelf nobody carries it through the street that was typed. */
function whereTo(way: Way, { where, place }: CheckoutDraft): string {
  if (way.point) return way.point.address;
  return isFreight(way.type) ? `${place?.city ?? where}, терминал в${NBSP}городе` : where;
}

function PaymentSection({ checkout }: { checkout: Checkout }) {
  const { user } = useAtomValue(sessionAtom);
  const draft = useAtomValue(draftAtom);
  const write = useSetAtom(writeDraftAtom);
  return (
    <>
      <PaymentStep error={checkout.errors.payment?.[0]} />
      {!user.isGuest && (
        <Field label="Комментарий к заказу">
          <TextArea
            rows={2}
            value={draft?.comment ?? ''}
            maxLength={1000}
            onChange={(event) => write({ comment: event.target.value })}
          />
        </Field>
      )}
      <div>
        <OrderConsent checkout={checkout} />
        <CarrierConsent checkout={checkout} />
        <ConsentsBefore checkout={checkout} />
        <p className="small mute">
          Нажимая на кнопку, вы принимаете{' '}
          <Link href="/kompaniya/oferta" className="link" target="_blank">
            условия оферты
          </Link>
          .
        </p>
      </div>
    </>
  );
}

function phoneWords(phone: string): string {
  const country = countryOfPhone(phone);
  const digits = nationalOf(phone, country);
  return digits === ''
    ? phone
    : `+${country.dialCode} ${digits.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2-$3-$4')}`;
}
