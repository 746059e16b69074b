// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { RareScreen } from '#src/app/rare-routes.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// A misspelt address of desk or counter; docs/product/addresses.md#screens. The shop's own status: tests/app/addresses.test.ts, by the same rule.

const at = (path: string) =>
  act(async () => {
    onScreen(
      <Suspense>
        <Router hook={memoryLocation({ path }).hook}>
          <RareScreen />
        </Router>
      </Suspense>,
    );
  });
// Their code comes when one of them is met.
beforeAll(() => Promise.all([import('#src/screens/NoSuchPage.tsx'), import('#src/screens/NotFound.tsx')]), 60_000);

describe('«Такой страницы нет»', () => {
  it.each([
    ['/desk/order', 'Обзор хозяйства', '/desk'],
    ['/desk/orders/abc', 'Обзор хозяйства', '/desk'],
    ['/desk/finance/202613', 'Обзор хозяйства', '/desk'],
    ['/punkt/orders/7a', 'К выдаче', '/punkt'],
    ['/punkt/nothing', 'К выдаче', '/punkt'],
  ])('%s leads to the start of its surface', async (path, words, href) => {
    await at(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeTruthy();
    expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(href);
  });
  it('elsewhere it is the shop’s page', async () => {
    await at('/nothing');
    expect(await screen.findByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeTruthy();
  });
});
