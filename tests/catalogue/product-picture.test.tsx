// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { CourseCover } from '#src/features/education/CourseCover.tsx';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// Pictures that could not be had. That the browser loads what is drawn again, it alone can show.

const product = <ProductPicture image="0123456789abcdef" title="Крем" size={240} sizes="50vw" />;
const picture = () => screen.queryByRole<HTMLImageElement>('img');

it('asked for again when the signal comes back, without a scroll', () => {
  const { store } = onScreen(product);
  act(() => goOffline(store));
  fireEvent.error(picture()!);
  expect(picture()).toBeNull();
  expect(screen.getByText('Крем').className).toBe('sr');
  act(() => store.set(reportNetworkAtom, true));
  expect(picture()?.alt).toBe('Крем');
});

it('asked for again when the browser says that the network is back, though nobody had noticed that it was gone', () => {
  const { store } = onScreen(product);
  expect(store.get(networkAtom).isOnline).toBe(true);
  fireEvent.error(picture()!);
  expect(picture()).toBeNull();
  act(() => void dispatchEvent(new Event('online')));
  expect(picture()).not.toBeNull();
});

it('one that the shop does not have is asked for once', () => {
  const { store } = onScreen(product);
  fireEvent.error(picture()!);
  act(() => store.set(reportNetworkAtom, true));
  expect(picture()).toBeNull();
});

it('one that is there stays through a change of the network', () => {
  const { store } = onScreen(product);
  fireEvent.load(picture()!);
  const drawn = picture();
  act(() => goOffline(store));
  expect(picture()).toBe(drawn);
  expect(drawn?.className.trim()).toBe('pack');
});

it('the cover of a course does the same', async () => {
  const { store, container } = onScreen(<CourseCover url={`/api/education/files/${'a1'.repeat(32)}.webp`} />);
  const cover = () => container.querySelector('img');
  await waitFor(() => expect(cover()).not.toBeNull());
  act(() => goOffline(store));
  fireEvent.error(cover()!);
  expect(cover()).toBeNull();
  act(() => store.set(reportNetworkAtom, true));
  expect(cover()).not.toBeNull();
});
