// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { draftAtom, lastOrderAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import type { CheckoutDraft, LastOrder } from '#src/features/checkout/checkout.types.ts';
import { emptyDoor } from '#src/features/checkout/door.rules.ts';
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx';
import { NOTHING_READ } from '#src/sync-client/client.types.ts';
import { showSyncAtom } from '#src/sync-client/sync.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { pulledCart } from '#tests/checkout/cart-of-one.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

const PAPER = LEGAL_VERSIONS['/kompaniya/soglasie'];

// The tick for a carrier beside the tick for the order; docs/product/law.md#consents, docs/decisions/360.

const PLACE: CheckoutDraft['place'] = {
  city: 'Новосибирск',
  region: 'Новосибирская область',
  lat: 55.03,
  lon: 82.92,
  address: { country_id: 1, city_id: 3 },
};
const FILLED: Partial<CheckoutDraft> = {
  step: 'payment',
  recipient: { name: 'Анна Иванова', phone: '+79123456789', email: '' },
  where: 'Новосибирск',
  place: PLACE,
  way: { type: 8, mode: 'door' },
};
const LAST: LastOrder = {
  v: 1,
  recipient: { name: 'Анна Иванова', phone: '+79123456789', email: '' },
  where: 'Новосибирск',
  place: PLACE,
  door: emptyDoor(),
  way: { type: 8, mode: 'door' },
  points: {},
  payment: 3,
  consent: { version: PAPER, at: '2026-11-22T10:00:00.000Z' },
  carrier: null,
};
const NOTHING = { status: 'error', code: 'not_found', message: 'Не найдено' };
const NAME = 'Согласие на передачу имени, телефона и адреса перевозчику';
const CONSENTS = { status: 'success', message: '', server_time: '2026-11-24T10:00:00.000Z', consents: [], log: [] };
const consentOf = (purpose: string, state: string, version: string = PAPER) => ({
  purpose,
  title: purpose,
  state,
  at: '2026-11-21T10:00:00.000Z',
  withdrawn_at: null,
  paper: { path: '/kompaniya/soglasie', version, sha256: 'a'.repeat(64) },
  action: null,
  stops: [],
  allows: '',
});
const ofOrders = () =>
  screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Согласие на обработку персональных данных для заказов' });
const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: NAME });
const lastButton = () => screen.getAllByRole('button', { name: /Оформить заказ|Оплатить/ })[0]!;

/** `last`: this phone has ordered before. */
type Asked = { draft?: Partial<CheckoutDraft>; last?: LastOrder; consents?: readonly object[] };
async function open({ draft, last, consents }: Asked) {
  navigate('/checkout');
  const drawn = onScreen(
    <main id="main">
      <CheckoutPage picture={() => null} confirm={() => null} />
    </main>,
    // Without a price of the shop the phone counts its own.
    ({ path }) =>
      path === '/delivery'
        ? null
        : { http: 200, body: path === '/api/consents' && consents ? { ...CONSENTS, consents } : NOTHING },
  );
  const stores = memoryStores();
  drawn.store.set(storesAtom, stores);
  if (last) await (await stores.person('7')).set('last:checkout', last);
  const user = { ...guestSession.user, isGuest: false, id: 7, name: 'Анна Иванова', role: 'client' as const };
  await act(async () => drawn.store.set(showSyncAtom, { ...NOTHING_READ, uid: '7', isRead: true, bases: pulledCart() }, new Set()));
  await act(async () => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  await waitFor(() => expect(drawn.store.get(draftAtom)).not.toBeNull());
  if (draft) await act(async () => drawn.store.set(writeDraftAtom, draft));
  return { ...drawn, choose: (type: 8 | 1 | 3) => act(async () => drawn.store.set(writeDraftAtom, { way: { type, mode: 'door' } })) };
} // prettier-ignore

describe('the step of payment', () => {
  it('asks for it unticked, names the carrier, and asks anew for another one; the shop’s own point needs none', async () => {
    const { user, choose } = await open({ draft: FILLED });
    expect(tick()!.checked).toBe(false);
    expect(tick()!.closest('label')!.textContent).toContain('перевозчику: ТК «КИТ»');
    await user.click(tick()!);
    expect(tick()!.checked).toBe(true);
    await choose(1);
    expect(tick()!.closest('label')!.textContent).toContain('перевозчику: Почта России');
    expect(tick()!.checked).toBe(false);
    await choose(3);
    expect(tick()).toBeNull();
  });

  it('the button says what is missing at the tick, which takes the focus; ticking it ends the message', async () => {
    const { user, asked } = await open({ draft: { ...FILLED, payment: 3 } });
    await user.click(screen.getByRole('checkbox', { name: 'Согласие на обработку персональных данных для заказов' }));
    await user.click(lastButton());
    const message = await screen.findByText(/Отметьте согласие или выберите самовывоз/);
    expect(tick()!.getAttribute('aria-describedby')).toBe(message.id);
    await waitFor(() => expect(document.activeElement).toBe(tick()));
    expect(asked.some(({ path }) => path.includes('create_payment'))).toBe(false);
    await user.click(tick()!);
    expect(tick()!.getAttribute('aria-invalid')).toBeNull();
  });
});

describe('«Как в прошлый раз»', () => {
  it('asks for the one tick in its card when no order of this phone has gone with a carrier', async () => {
    const { store, user } = await open({ last: LAST });
    await waitFor(() => expect(store.get(lastOrderAtom)).not.toBeNull());
    const card = await screen.findByRole('region', { name: 'Как в прошлый раз' });
    await waitFor(() => expect(card.contains(tick())).toBe(true));
    await user.click(tick()!);
    expect(tick()!.checked).toBe(true);
  });

  it('names the day of an earlier one instead', async () => {
    await open({ last: { ...LAST, carrier: { version: PAPER, at: '2026-11-20T10:00:00.000Z' } } });
    await screen.findByText(/на передачу перевозчику — 20 ноября 2026/);
    expect(tick()).toBeNull();
  });
});

describe('a consent to orders that was given before', () => {
  const WAY: Partial<CheckoutDraft> = { ...FILLED, way: { type: 3, mode: 'door' } };
  it('to the same text is not asked for again, and its day stands there', async () => {
    await open({ draft: WAY, consents: [consentOf('order', 'given')] });
    await screen.findByText(/Согласие на обработку данных дано 21 ноября 2026/);
    expect(ofOrders()).toBeNull();
  });
  it.each([
    ['for another purpose', [consentOf('registration', 'given')]],
    ['and taken back', [consentOf('order', 'withdrawn')]],
    ['to an older text', [consentOf('order', 'given', '2026-11-22')]],
  ])('%s is asked for, unticked', async (_what, consents) => {
    await open({ draft: WAY, consents });
    await waitFor(() => expect(ofOrders()?.checked).toBe(false));
    expect(screen.queryByText(/Согласие на обработку данных дано/)).toBeNull();
  });
  it('and taken back since is asked for in «Как в прошлый раз» too', async () => {
    await open({ last: LAST, consents: [consentOf('order', 'withdrawn')] });
    const card = await screen.findByRole('region', { name: 'Как в прошлый раз' });
    await waitFor(() => expect(card.contains(ofOrders())).toBe(true));
  });
});
