import type { ComponentType } from 'react';
import type { ScreenPath } from '#contract/paths.ts';
import type * as rareScreens from '#src/app/rare-screens.ts';
import { Catalogue } from '#src/screens/Catalogue.tsx';
import { type LazyPart, lazyPart } from '#src/ui/lazy-part.tsx';

/** Who may enter is written beside the paths: contract/paths.ts. */
export type ScreenRoute = {
  path: ScreenPath;
  screen: ComponentType & { preload?: LazyPart['preload'] };
  /** On the phone it has a bar of its own in the place of the tab bar: also while its code is on its way. */
  isBare?: true;
  /** Desk and counter come with a frame of their own (docs/decisions/161). */
  surface?: 'desk' | 'punkt';
};

export const rare = (name: keyof typeof rareScreens): LazyPart =>
  lazyPart(async () => ({ screen: await (await import('#src/app/rare-screens.ts'))[name]() }), 'screen');
const eshop = lazyPart(() => import('#src/screens/ShopFront.tsx'), 'ShopFront');

/** Without `preload`: a client who types the address, or points at it, must not download what is not theirs. */
const entered =
  (Part: LazyPart): ComponentType =>
  () => <Part />;

/** Path → screen. /katalog is in the first chunk, everything else is loaded when it is needed. Titles: route-titles.ts. */
export const ROUTES: readonly ScreenRoute[] = [
  { path: '/', screen: eshop },
  { path: '/eshop', screen: eshop },
  { path: '/katalog', screen: Catalogue },
  { path: '/katalog/:category', screen: Catalogue },
  { path: '/search', screen: rare('ToCatalogue') },
  { path: '/product/:id', screen: rare('ProductById') },
  {
    path: '/produkt/:slug',
    screen: lazyPart(() => import('#src/screens/ProductBySlug.tsx'), 'ProductBySlug'),
    isBare: true,
  },
  { path: '/cart', screen: lazyPart(() => import('#src/screens/Cart.tsx'), 'Cart') },
  { path: '/optovik/cart', screen: rare('WholesaleCart') },
  { path: '/login', screen: rare('Login') },
  { path: '/logout', screen: rare('Logout') },
  { path: '/user', screen: rare('User') },
  { path: '/user/favorites', screen: lazyPart(() => import('#src/screens/Favorites.tsx'), 'Favorites') },
  { path: '/user/education', screen: rare('Education') },
  { path: '/user/education/course/:id', screen: rare('Course') },
  { path: '/user/education/lesson/:id', screen: rare('Lesson'), isBare: true },
  { path: '/user/education/lesson/:id/quiz', screen: rare('Quiz'), isBare: true },
  { path: '/user/form-style', screen: rare('FormStyle') },
  { path: '/user/sync', screen: rare('Sync') },
  { path: '/desk', screen: entered(rare('DeskStart')), surface: 'desk' },
  { path: '/punkt', screen: entered(rare('PunktStart')), surface: 'punkt' },
  { path: '/cookie', screen: rare('Cookie') },
  { path: '/kompaniya/privacy-policy', screen: rare('PrivacyPolicy') },
  { path: '/kompaniya/soglasie', screen: rare('ConsentText') },
  { path: '/kompaniya/rekvizity', screen: rare('CompanyDetails') },
  { path: '/offline', screen: rare('Offline') },
  { path: '/403', screen: rare('Forbidden') },
  { path: '/404', screen: rare('NotFound') },
];

/** The route of a pathname; a trailing slash does not matter. */
export function routeOf(pathname: string): ScreenRoute | undefined {
  const parts = split(pathname);
  return ROUTES.find(({ path }) => {
    const expected = split(path);
    return expected.length === parts.length && expected.every((part, i) => part.startsWith(':') || part === parts[i]);
  });
}
const split = (path: string): string[] => path.split('/').filter((part) => part !== '');
