// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { guestUser } from '#src/features/session/guest-session.rules.ts';
import { placesOf } from '#src/staff/desk/sections.ts';
import { StaffFrame } from '#src/staff/StaffFrame.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// The menu says where one is, also on screens that have no entry of their own.

const user = { ...guestUser, isGuest: false, id: 1, role: 'staff' as const };
const session = { known: true, user } as Parameters<typeof placesOf>[0]; // It reads no more of it.
it.each([
  ['/desk/orders', 'Заказы'],
  ['/desk/orders/30377', 'Заказы'],
  ['/desk/drafts', 'Заказы'],
  ['/desk/drafts/7', 'Заказы'],
  ['/desk/boxes', 'Склад'],
  ['/desk/products/import/4', 'Товары'],
  ['/desk/audit', 'Журнал'],
])('on %s it is «%s»', (path, title) => {
  const { hook } = memoryLocation({ path });
  onScreen(
    <Router hook={hook}>
      <StaffFrame name="Хозяйство" sections={placesOf(session)} isKept={false} pill={null}>
        <h1>Экран</h1>
      </StaffFrame>
    </Router>,
  );
  const here = within(screen.getByRole('navigation', { name: 'Хозяйство' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(here.map((link) => link.textContent)).toEqual([title]);
});
