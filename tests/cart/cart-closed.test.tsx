// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toCartAnswer } from '#server/features/cart/cart.rules.ts';
import { isReadonlyAtom } from '#src/features/cart/cart.atoms.ts';
import type { ViewLine } from '#src/features/cart/cart.types.ts';
import { AddByCode } from '#src/features/cart/AddByCode.tsx';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { CartLineRow } from '#src/features/cart/CartLineRow.tsx';
import { CartPage } from '#src/features/cart/CartPage.tsx';
import { dialogAtom } from '#src/features/notices/notices.atoms.ts';
import { Notices } from '#src/features/notices/Notices.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { EMPTY_BASE } from '#src/offline/outbox/base.ts';
import { NOTHING_READ } from '#src/sync-client/client.types.ts';
import { showSyncAtom } from '#src/sync-client/sync.atoms.ts';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// What a person meets who may look at a cart and not change it; docs/product/people.md#roles.

const WHY = 'Аккаунт только для просмотра';
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
type Drawn = ReturnType<typeof onScreen>;
const block = ({ store }: Drawn) =>
  act(() => {
    const { user } = guestSession;
    store.set(sessionStateAtom, { ...guestSession, known: true, user: { ...user, isGuest: false, readonly: true } });
  });
const isClosed = (one: HTMLElement) => [one.getAttribute('aria-disabled'), one.getAttribute('aria-description')];

const line: ViewLine = {
  cartType: 0,
  productId: 7,
  orderItemId: null,
  title: 'Крем для рук',
  code: '10007',
  slug: 'krem',
  pack: '50 мл',
  image: null,
  quantity: 2,
  price: 10_000,
  sum: 20_000,
  points: null,
  weight: 50,
  maxQty: 999,
  available: true,
  priceChanged: { from: 9000, to: 10_000 },
  note: undefined,
  isPending: false,
};

describe('«В корзину»', () => {
  it('is open to everybody else', () => {
    onScreen(<AddToCart row={row(7)} price={undefined} />);
    expect(isClosed(button('В корзину'))).toEqual([null, null]);
  });
  it('closed: says why, stays on the way of the keyboard, and answers a tap', async () => {
    const drawn = onScreen(<AddToCart row={row(7)} price={undefined} />);
    block(drawn);
    expect(isClosed(button('В корзину'))).toEqual(['true', WHY]);
    await drawn.user.tab();
    expect(document.activeElement).toBe(button('В корзину'));
    await drawn.user.keyboard('{Enter}');
    expect(drawn.store.get(dialogAtom)).toMatchObject({ title: 'Уведомление', text: 'Запрещено' });
  });
  it('the answer to a tap is no fault: it says the reason, and whom to ask', async () => {
    const drawn = onScreen(
      <>
        <AddToCart row={row(7)} price={undefined} />
        <Notices />
      </>,
    );
    block(drawn);
    await drawn.user.click(button('В корзину'));
    const dialog = screen.getByRole('dialog', { name: 'Уведомление' });
    expect(within(dialog).getByText('Запрещено')).toBeTruthy();
    expect(within(dialog).getByText(/^Аккаунт только для просмотра\. Если так быть/)).toBeTruthy();
    const link = within(dialog).getByRole('link', { name: 'Контакты' });
    expect(link.getAttribute('href')).toBe('/contacts');
    await drawn.user.click(link);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('the reason is in sight on the page of a product, and at a card for the mouse and the keyboard', () => {
    const page = onScreen(<AddToCart row={row(7)} price={undefined} variant="page" />);
    expect(screen.queryByText(WHY)).toBeNull();
    block(page);
    expect(screen.getByText(WHY)).toBeTruthy();
    page.unmount();
    const card = onScreen(<AddToCart row={row(7)} price={undefined} />);
    expect(card.container.querySelector('[data-why]')).toBeNull();
    block(card);
    expect(card.container.querySelector('[data-why]')?.getAttribute('data-why')).toBe(WHY);
  });
  it('closed as soon as the shop has answered so, and open again with it', () => {
    const { store } = onScreen(<AddToCart row={row(7)} price={undefined} />);
    act(() => store.set(isReadonlyAtom, true));
    expect(isClosed(button('В корзину'))).toEqual(['true', WHY]);
    act(() => store.set(isReadonlyAtom, false));
    expect(isClosed(button('В корзину'))).toEqual([null, null]);
  });
});

it('a line of the cart: every way to change it is closed, and its number can be read', () => {
  const drawn = onScreen(<CartLineRow line={line} picture={null} />);
  const all = ['Убавить', 'Добавить', 'Удалить', 'Оставить', 'Убрать'];
  expect(all.map((name) => isClosed(button(name)))).toEqual(all.map(() => [null, null]));
  block(drawn);
  expect(all.map((name) => isClosed(button(name)))).toEqual(all.map(() => ['true', WHY]));
  const number = screen.getByRole<HTMLInputElement>('textbox');
  expect([number.readOnly, number.disabled, number.getAttribute('aria-description')]).toEqual([true, false, WHY]);
});

it('adding by code is closed too', () => {
  const drawn = onScreen(<AddByCode />);
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Код товара' });
  expect([isClosed(field()), field().readOnly, field().placeholder]).toEqual([
    [null, null],
    false,
    'Добавить по коду: 10201',
  ]);
  block(drawn);
  expect(isClosed(button('Добавить'))).toEqual(['true', WHY]);
  expect([isClosed(field()), field().readOnly, field().placeholder]).toEqual([['true', WHY], true, 'Только просмотр']);
});

it('an empty cart asks nobody to fill it who may not', () => {
  const { store } = onScreen(<CartPage title="Корзина" picture={() => null} />);
  const empty = {
    ...EMPTY_BASE,
    top: 0,
    data: {
      ...toCartAnswer(
        { kind: 'retail', version: 0, hello: { buyer: null, hasOrdered: false, now: new Date(0) } },
        [],
        0,
      ),
      status: 1,
    },
    at: '2026-11-22T09:00:00.000Z',
  };
  act(() => {
    const bases = { 'cart:retail': empty };
    store.set(showSyncAtom, { ...NOTHING_READ, uid: guestSession.uid, isRead: true, bases }, new Set());
  });
  expect(screen.getByText(/Добавьте товар/)).toBeTruthy();
  act(() => store.set(isReadonlyAtom, true));
  expect(screen.queryByText(/Добавьте товар/)).toBeNull();
  expect(screen.getByText('С этого аккаунта корзину можно только смотреть.')).toBeTruthy();
});

it('the page says it in sight, once', () => {
  const { store } = onScreen(<CartPage title="Корзина" picture={() => null} />);
  expect(screen.queryByText(/только для просмотра/)).toBeNull();
  act(() => store.set(isReadonlyAtom, true));
  expect(screen.getByText(`${WHY}: изменить корзину нельзя.`)).toBeTruthy();
});
