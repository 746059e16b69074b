import type { ComponentType } from 'react';
import type { ScreenPath } from '#contract/paths.ts';
import { Catalogue } from '#src/screens/Catalogue.tsx';
import { type LazyPart, lazyPart } from '#src/ui/lazy-part.tsx';

/** Who may enter is written beside the paths: contract/paths.ts. */
export type ScreenRoute = {
  path: ScreenPath;
  screen: ComponentType & {
    preload?: LazyPart['preload'];
    /** The further code that a rendered page of it wants before it is taken over. */
    whole?: () => Promise<unknown>;
  };
};

const eshop = lazyPart(() => import('#src/screens/ShopFront.tsx'), 'ShopFront');

/**
 * Path → screen, of the screens that most visits start with; all are open to anyone. Every other route stands in
 * rare-routes.tsx: its paths, guards and files stay out of the first chunk, however many there will be
 * (docs/product/start.md#first-load). Titles: route-titles.ts.
 */
export const FIRST_ROUTES: readonly ScreenRoute[] = [
  { path: '/', screen: eshop },
  { path: '/eshop', screen: eshop },
  { path: '/katalog', screen: Catalogue },
  { path: '/katalog/:category', screen: Catalogue },
  { path: '/produkt/:slug', screen: lazyPart(() => import('#src/screens/ProductBySlug.tsx'), 'ProductBySlug') },
];

/** The route of a pathname, of those of a list; a trailing slash does not matter. */
export function routeAmong<Route extends { path: string }>(
  routes: readonly Route[],
  pathname: string,
): Route | undefined {
  const parts = split(pathname);
  return routes.find(({ path }) => {
    const expected = split(path);
    return expected.length === parts.length && expected.every((part, i) => part.startsWith(':') || part === parts[i]);
  });
}
const split = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** Desk and counter come with a frame of their own (docs/decisions/161). */
export type Surface = 'desk' | 'punkt';
export const surfaceOf = (pathname: string): Surface | undefined =>
  /^\/(desk|punkt)(\/|$)/.exec(pathname)?.[1] as Surface | undefined;

/** On the phone it has a bar of its own in the place of the tab bar: also while its code is on its way. */
export const isBare = (pathname: string): boolean =>
  /^\/(produkt|checkout|user\/education\/lesson)(\/|$)/.test(pathname);
