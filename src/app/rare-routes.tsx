import { Route, useLocation } from 'wouter';
import { screenAt, SCREENS } from '#contract/paths.ts';
import { Framed, Guarded } from '#src/app/guarded-parts.ts';
import { isBare, routeAmong, type ScreenRoute, surfaceOf } from '#src/app/routes.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

// Screens that few visits start with: their paths, their rights and the list of their files come when one of them is asked
// for (docs/product/start.md#first-load).

/** Without `preload`: a client who types the address, or points at it, must not download what is not theirs. */
const entered =
  (Part: ScreenRoute['screen']): ScreenRoute['screen'] =>
  () => <Part />;

/** One component for both addresses: what is on the counter's screen stays while orders are opened. */
const counter = entered(lazyPart(() => import('#src/staff/punkt/Punkt.tsx'), 'PunktStart'));

export const RARE_ROUTES: readonly ScreenRoute[] = [
  { path: '/search', screen: lazyPart(() => import('#src/app/ToCatalogue.tsx'), 'ToCatalogue') },
  { path: '/product/:id', screen: lazyPart(() => import('#src/screens/ProductById.tsx'), 'ProductById') },
  { path: '/optovik/cart', screen: lazyPart(() => import('#src/screens/WholesaleCart.tsx'), 'WholesaleCart') },
  { path: '/checkout', screen: lazyPart(() => import('#src/screens/Checkout.tsx'), 'Checkout') },
  { path: '/login', screen: lazyPart(() => import('#src/screens/Login.tsx'), 'Login') },
  { path: '/logout', screen: lazyPart(() => import('#src/screens/Logout.tsx'), 'Logout') },
  { path: '/register', screen: lazyPart(() => import('#src/screens/Register.tsx'), 'Register') },
  { path: '/user/register', screen: lazyPart(() => import('#src/screens/Newcomer.tsx'), 'Newcomer') },
  { path: '/password/reset', screen: lazyPart(() => import('#src/screens/PasswordReset.tsx'), 'PasswordReset') },
  { path: '/cart', screen: lazyPart(() => import('#src/screens/Cart.tsx'), 'Cart') },
  { path: '/user/favorites', screen: lazyPart(() => import('#src/screens/Favorites.tsx'), 'Favorites') },
  { path: '/user', screen: lazyPart(() => import('#src/screens/User.tsx'), 'User') },
  { path: '/user/education', screen: lazyPart(() => import('#src/screens/Education.tsx'), 'Education') },
  { path: '/user/education/course/:id', screen: lazyPart(() => import('#src/screens/Course.tsx'), 'Course') },
  { path: '/user/education/lesson/:id', screen: lazyPart(() => import('#src/screens/Lesson.tsx'), 'Lesson') },
  { path: '/user/education/lesson/:id/quiz', screen: lazyPart(() => import('#src/screens/Quiz.tsx'), 'Quiz') },
  { path: '/user/orders', screen: lazyPart(() => import('#src/screens/Orders.tsx'), 'Orders') },
  { path: '/user/orders/deferred', screen: lazyPart(() => import('#src/screens/SendTogether.tsx'), 'SendTogether') },
  { path: '/user/orders/:id', screen: lazyPart(() => import('#src/screens/Order.tsx'), 'Order') },
  { path: '/order/:token', screen: lazyPart(() => import('#src/screens/Order.tsx'), 'Order') },
  { path: '/user/orders/:id/return', screen: lazyPart(() => import('#src/screens/OrderReturn.tsx'), 'OrderReturn') },
  { path: '/order/:token/return', screen: lazyPart(() => import('#src/screens/OrderReturn.tsx'), 'OrderReturn') },
  { path: '/user/account', screen: lazyPart(() => import('#src/screens/Account.tsx'), 'Account') },
  { path: '/user/account/:period', screen: lazyPart(() => import('#src/screens/Account.tsx'), 'AccountMonth') },
  { path: '/user/deposit', screen: lazyPart(() => import('#src/screens/Account.tsx'), 'Deposit') },
  { path: '/user/addresses', screen: lazyPart(() => import('#src/screens/Addresses.tsx'), 'Addresses') },
  { path: '/user/consents', screen: lazyPart(() => import('#src/screens/PersonalData.tsx'), 'PersonalData') },
  { path: '/user/consultants', screen: lazyPart(() => import('#src/screens/Consultants.tsx'), 'Consultants') },
  { path: '/user/profile', screen: lazyPart(() => import('#src/screens/Profile.tsx'), 'Profile') },
  { path: '/user/become', screen: lazyPart(() => import('#src/screens/BecomeConsultant.tsx'), 'BecomeConsultant') },
  { path: '/optovik/apply', screen: lazyPart(() => import('#src/screens/WholesaleApply.tsx'), 'WholesaleApply') },
  { path: '/user/career', screen: lazyPart(() => import('#src/screens/Career.tsx'), 'Career') },
  { path: '/user/transfers', screen: lazyPart(() => import('#src/screens/Transfers.tsx'), 'Transfers') },
  { path: '/user/settings', screen: lazyPart(() => import('#src/screens/Settings.tsx'), 'Settings') },
  { path: '/user/notifications', screen: lazyPart(() => import('#src/screens/Notifications.tsx'), 'Notifications') },
  { path: '/user/form-style', screen: lazyPart(() => import('#src/screens/FormStyle.tsx'), 'FormStyle') },
  { path: '/user/notify', screen: lazyPart(() => import('#src/screens/NotifyConfirm.tsx'), 'NotifyConfirm') },
  { path: '/user/sync', screen: lazyPart(() => import('#src/screens/Sync.tsx'), 'Sync') },
  { path: '/user/reports', screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'Reports')) },
  {
    path: '/user/reports/activity',
    screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'ActivityReport')),
  },
  {
    path: '/user/reports/inactive',
    screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'InactiveReport')),
  },
  { path: '/user/reports/rookie', screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'RookieReport')) },
  {
    path: '/user/reports/birthdays',
    screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'BirthdaysReport')),
  },
  {
    path: '/user/reports/new-statuses',
    screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'NewStatusesReport')),
  },
  {
    path: '/user/reports/personal-stat',
    screen: entered(lazyPart(() => import('#src/screens/Reports.tsx'), 'PersonalStatReport')),
  },
  { path: '/user/business', screen: entered(lazyPart(() => import('#src/screens/Business.tsx'), 'Business')) },
  {
    path: '/user/business/structure',
    screen: entered(lazyPart(() => import('#src/screens/Structure.tsx'), 'Structure')),
  },
  { path: '/desk', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskStart')) },
  { path: '/desk/orders', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskOrders')) },
  { path: '/desk/orders/:id', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskOrder')) },
  { path: '/desk/drafts', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskDrafts')) },
  { path: '/desk/drafts/:id', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskDraft')) },
  { path: '/desk/returns', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskReturns')) },
  { path: '/desk/returns/:id', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskReturn')) },
  { path: '/desk/shelves', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskShelves')) },
  { path: '/desk/boxes', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskBoxes')) },
  { path: '/desk/products', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskProducts')) },
  { path: '/desk/products/import', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskImports')) },
  {
    path: '/desk/products/import/:id',
    screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskImport')),
  },
  { path: '/desk/products/:id', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskProduct')) },
  { path: '/desk/users', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskUsers')) },
  { path: '/desk/users/:id', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskUser')) },
  { path: '/desk/books', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskBooks')) },
  { path: '/desk/finance', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskFinance')) },
  { path: '/desk/finance/:period', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskPeriod')) },
  { path: '/desk/audit', screen: entered(lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskAudit')) },
  { path: '/punkt', screen: counter },
  { path: '/punkt/orders/:id', screen: counter },
  { path: '/punkt/supply', screen: entered(lazyPart(() => import('#src/staff/punkt/Punkt.tsx'), 'PunktSupply')) },
  { path: '/punkt/returns', screen: entered(lazyPart(() => import('#src/staff/punkt/Punkt.tsx'), 'PunktReturns')) },
  { path: '/punkt/report', screen: entered(lazyPart(() => import('#src/staff/punkt/Punkt.tsx'), 'PunktDay')) },
  { path: '/punkty', screen: lazyPart(() => import('#src/screens/Points.tsx'), 'Points') },
  { path: '/faq', screen: lazyPart(() => import('#src/screens/Faq.tsx'), 'Faq') },
  { path: '/contacts', screen: lazyPart(() => import('#src/screens/Contacts.tsx'), 'Contacts') },
  { path: '/cookie', screen: lazyPart(() => import('#src/screens/Cookie.tsx'), 'Cookie') },
  {
    path: '/kompaniya/privacy-policy',
    screen: lazyPart(() => import('#src/screens/PrivacyPolicy.tsx'), 'PrivacyPolicy'),
  },
  { path: '/kompaniya/soglasie', screen: lazyPart(() => import('#src/screens/ConsentText.tsx'), 'ConsentText') },
  {
    path: '/kompaniya/soglasie-reklama',
    screen: lazyPart(() => import('#src/screens/MarketingConsent.tsx'), 'MarketingConsent'),
  },
  { path: '/kompaniya/dogovor-konsultanta', screen: lazyPart(() => import('#src/screens/Agreement.tsx'), 'Agreement') },
  {
    path: '/kompaniya/:document/:version',
    screen: lazyPart(() => import('#src/screens/PaperVersion.tsx'), 'PaperVersion'),
  },
  { path: '/kompaniya', screen: lazyPart(() => import('#src/screens/Company.tsx'), 'Company') },
  { path: '/kompaniya/dokumenty', screen: lazyPart(() => import('#src/screens/ProductPapers.tsx'), 'ProductPapers') },
  { path: '/kompaniya/rekvizity', screen: lazyPart(() => import('#src/screens/CompanyDetails.tsx'), 'CompanyDetails') },
  { path: '/kompaniya/oferta', screen: lazyPart(() => import('#src/screens/Offer.tsx'), 'Offer') },
  { path: '/kompaniya/vozvrat', screen: lazyPart(() => import('#src/screens/Returns.tsx'), 'Returns') },
  {
    path: '/kompaniya/dostavka-i-oplata',
    screen: lazyPart(() => import('#src/screens/DeliveryAndPayment.tsx'), 'DeliveryAndPayment'),
  },
  { path: '/offline', screen: lazyPart(() => import('#src/screens/Offline.tsx'), 'Offline') },
  { path: '/403', screen: lazyPart(() => import('#src/screens/Forbidden.tsx'), 'Forbidden') },
  { path: '/404', screen: lazyPart(() => import('#src/screens/NotFound.tsx'), 'NotFound') },
];
export const BadLink = lazyPart(() => import('#src/screens/BadLink.tsx'), 'BadLink');
const NoSuchPage = lazyPart(() => import('#src/screens/NoSuchPage.tsx'), 'NoSuchPage');
const NotFound = lazyPart(() => import('#src/screens/NotFound.tsx'), 'NotFound');

/** The screen of the current address, behind its guard; an address that is none says so. */
export function RareScreen() {
  const [path] = useLocation();
  const route = routeAmong(RARE_ROUTES, path);
  const surface = surfaceOf(path);
  if (surface && !screenAt(path)) return <NoSuchPage surface={surface} />;
  if (!route) return <NotFound />;
  return (
    <Route path={route.path}>
      {SCREENS[route.path] === 'anyone' ? <route.screen /> : <Guarded route={route} isBare={isBare(path)} />}
    </Route>
  );
}

/** The code that the screen of an address starts with; whose screen it is stays open: see `entered`. */
export async function preloadRare(pathname: string): Promise<void> {
  const route = routeAmong(RARE_ROUTES, pathname);
  await Promise.all([
    route?.screen.preload?.(),
    route && SCREENS[route.path] !== 'anyone' && Guarded.preload(),
    route && surfaceOf(pathname) && Framed.preload(),
  ]);
}
