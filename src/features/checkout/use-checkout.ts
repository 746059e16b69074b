import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { PlacingDetails } from '#contract/checkout.ts';
import { type DeliveryType, isByCarrier } from '#contract/delivery-types.ts';
import { leavesForPage } from '#contract/payment-methods.ts';
import type { FieldErrors } from '#contract/reply.ts';
import {
  currentWayAtom,
  draftAtom,
  lastOrderAtom,
  noPricesAtom,
  stageAtom,
  sumsAtom,
  writeDraftAtom,
} from '#src/features/checkout/checkout.atoms.ts';
import type { CheckoutDraft, Given, Step } from '#src/features/checkout/checkout.types.ts';
import { STEPS } from '#src/features/checkout/draft.rules.ts';
import { flatError } from '#src/features/checkout/door.rules.ts';
import { askAnewAtom, givenBeforeAtom } from '#src/features/checkout/given-before.ts';
import { payLink, type Placing, placeOrder, resumePlacing } from '#src/features/checkout/place-order.ts';
import { quote } from '#src/features/checkout/quote.ts';
import { deliveryError, NEXT_WORDS, paymentError, recipientErrors } from '#src/features/checkout/steps.rules.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';

export type Checkout = ReturnType<typeof useCheckout>;
type Changed = { details: PlacingDetails; message: string };

/** The steps of one order: what is missing, what comes next, what the shop has said. */
export function useCheckout() {
  const { get, set, sub } = useStore();
  const [, go] = useLocation();
  const draft = useAtomValue(draftAtom);
  const last = useAtomValue(lastOrderAtom);
  const before = useAtomValue(givenBeforeAtom);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [changed, setChanged] = useState<Changed | null>(null);
  const [isCounting, setCounting] = useState(false);
  const [ticked, setTicked] = useState<Ticked>({ consent: false, carrier: null });
  const [isLastTime, setLastTime] = useState(() => last !== null && draft?.way === null);
  const step: Step = draft?.step ?? 'recipient';

  // «Как в прошлый раз» fills the draft once, and asks what that costs today.
  useEffect(() => {
    if (!isLastTime || !last) return;
    const { recipient, where, place, door, way, points, payment } = last;
    set(writeDraftAtom, { recipient, where, place, door, way, points, payment, step: 'payment' });
    void quote(get, set);
  }, [isLastTime, last, get, set]);
  // An earlier page has asked for an order and heard nothing: which was it?
  useEffect(() => {
    if (get(stageAtom) !== 'filling') return;
    void resumePlacing(get, set).then((found) => found && ended(found));
    // Once, when the screen opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // The box names its carrier: for another one it is ticked anew.
  const ticks = { consent: ticked.consent, carrier: ticked.carrier !== null && ticked.carrier === draft?.way?.type };
  /** Ticked now, or given by an earlier order to the same text. */
  const given = (one: ConsentName): Given | null => (ticks[one] ? true : (before[one]?.at ?? null));
  const fix = (field: string) => setErrors(({ [field]: _fixed, ...others }) => others);
  const open = (to: Step) => {
    set(writeDraftAtom, { step: to });
    setErrors({});
    focusStep(to);
  };
  /** What the open step misses; empty when it is done. */
  const missing = (of: Step): FieldErrors => {
    const now = get(draftAtom);
    if (!now) return {};
    if (of === 'recipient') return recipientErrors(now.recipient);
    if (of === 'delivery') {
      const way = deliveryError(now, get(currentWayAtom), get(noPricesAtom) !== null);
      return way === null ? only('flat', flatError(now)) : only('delivery', way);
    }
    return {
      ...only('payment', paymentError(now.payment, get(sumsAtom).due)),
      ...only('consent', given('consent') ? null : 'Отметьте согласие, без него заказ оформить нельзя'),
      ...only('carrier', !isWithCarrier(now) || given('carrier') ? null : CARRIER_MISSING),
    };
  };
  const say = (found: FieldErrors, at: Step) => {
    set(writeDraftAtom, { step: at });
    setErrors(found);
    focusFirst();
  };

  const place = async (accepted?: PlacingDetails) => {
    const consents = { consent: given('consent') ?? true, carrier: given('carrier') };
    ended(await placeOrder(get, set, { ...consents, ...(accepted ? { accepted } : {}) }));
  };
  const ended = (outcome: Placing) => {
    if (outcome.kind === 'placed') void leave(outcome.order);
    else if (outcome.kind === 'changed') setChanged({ details: outcome.details, message: outcome.message });
    else if (outcome.why.kind === 'fields') {
      setLastTime(false);
      const faults = byStep(outcome.why.errors);
      if (faults.consent || faults.carrier) set(askAnewAtom);
      say(faults, stepOf(outcome.why.errors));
    } else if (outcome.why.kind === 'text') set(showDialogAtom, { title: 'Ошибка', text: outcome.why.text });
    else if (outcome.why.kind === 'unknown')
      set(showDialogAtom, {
        title: 'Уведомление',
        text: 'Магазин пока не ответил, создан ли заказ. Мы спросим ещё раз, когда вы откроете оформление: второго заказа не будет.',
      });
  };
  const leave = async (order: Extract<Placing, { kind: 'placed' }>['order']) => {
    const link = !order.isPaid && order.due > 0 && leavesForPage(order.payment) ? await payLink(get, order) : null;
    if (link) return location.assign(link);
    go(order.redirect, { replace: true });
  };

  /** The price of the chosen way is on its way: the tap is kept until it is here. */
  const counted = () =>
    new Promise<void>((done) => {
      const look = () => {
        if (get(currentWayAtom)?.state === 'process') return;
        end();
        done();
      };
      const end = sub(currentWayAtom, look);
      look();
    });
  const onGo = async () => {
    if (isCounting) return;
    if (step !== 'recipient' && get(currentWayAtom)?.state === 'process') {
      setCounting(true);
      await counted();
      setCounting(false);
      // Another step was opened meanwhile: the tap was meant for this one.
      if (get(draftAtom)?.step !== step && !isLastTime) return;
    }
    const steps = isLastTime || step === 'payment' ? STEPS : STEPS.slice(0, STEPS.indexOf(step) + 1);
    for (const one of steps) {
      const found = missing(one);
      if (Object.keys(found).length === 0) continue;
      // «Как в прошлый раз» asks for a tick itself.
      if (Object.keys(found).some((name) => name !== 'carrier' && name !== 'consent')) setLastTime(false);
      return say(found, one);
    }
    if (isLastTime || step === 'payment') return void place();
    return open(step === 'recipient' ? 'delivery' : 'payment');
  };
  return {
    step,
    next: step === 'payment' ? '' : NEXT_WORDS[step],
    isLast: step === 'payment',
    isLastTime,
    isCounting,
    errors,
    changed,
    ticks,
    before,
    tick: (one: ConsentName, isOn: boolean) => {
      const now = one === 'consent' ? { consent: isOn } : { carrier: isOn ? (draft?.way?.type ?? null) : null };
      setTicked((others) => ({ ...others, ...now }));
      fix(one);
    },
    fix,
    open,
    onGo,
    accept: () => {
      const details = changed?.details;
      setChanged(null);
      return place(details);
    },
    closeChanged: () => setChanged(null),
    leaveLastTime: () => {
      setLastTime(false);
      open('recipient');
    },
  };
}

type Ticked = { consent: boolean; carrier: DeliveryType | null };
export type ConsentName = keyof Ticked;
const isWithCarrier = ({ way }: CheckoutDraft): boolean => way !== null && isByCarrier(way.type);
const CARRIER_MISSING = 'Отметьте согласие или выберите самовывоз из нашего пункта: перевозчику нужны эти данные';

const only = (field: string, text: string | null): FieldErrors => (text === null ? {} : { [field]: [text] });
/** Runs after the messages are drawn: the first faulty control gets the focus, of a group its first choice. */
const focusFirst = () =>
  requestAnimationFrame(() => {
    const find = (selector: string) => document.querySelector<HTMLElement>(`#main ${selector}`);
    const faulty = find('[aria-invalid="true"]') ?? find('[role="radiogroup"] input:not(:disabled)');
    faulty?.focus();
    faulty?.scrollIntoView({ block: 'center' });
  });
/** The button that was tapped is gone or means something else now: reading goes on at the step that has opened. */
const focusStep = (step: Step) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#main [data-step='${step}'] > h2`)?.focus());
/** The shop names fields by their place in the body. */
const CONSENTS: Record<string, ConsentName> = { 'consents.personal': 'consent', 'consents.delivery': 'carrier' };
const byStep = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, words]) => [CONSENTS[path] ?? path.split('.').at(-1) ?? path, words]),
  );
const stepOf = (errors: FieldErrors): Step =>
  Object.keys(errors).some((path) => path.startsWith('recipient'))
    ? 'recipient'
    : Object.keys(errors).some((path) => path.startsWith('delivery'))
      ? 'delivery'
      : 'payment';
