import { useAtomValue } from 'jotai';
import { useParams } from 'wouter';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { ImportPage } from '#src/staff/desk/imports/ImportPage.tsx';
import { DraftPage } from '#src/staff/desk/drafts/DraftPage.tsx';
import { DeskOrderPage } from '#src/staff/desk/orders/DeskOrderPage.tsx';
import { DeskPeriodPage } from '#src/staff/desk/finance/DeskPeriodPage.tsx';
import { DeskProductPage } from '#src/staff/desk/products/DeskProductPage.tsx';
import { DeskReturnPage } from '#src/staff/desk/returns/DeskReturnPage.tsx';
import { DeskUserPage } from '#src/staff/desk/users/DeskUserPage.tsx';
import { placesOf } from '#src/staff/desk/sections.ts';
import { StaffFrame, type SurfaceProps } from '#src/staff/StaffFrame.tsx';
import { useKept } from '#src/staff/use-kept.ts';

export { DeskAuditPage as DeskAudit } from '#src/staff/desk/audit/DeskAuditPage.tsx';
export { DeskUsersPage as DeskUsers } from '#src/staff/desk/users/DeskUsersPage.tsx';
export { BooksPage as DeskBooks } from '#src/staff/desk/books/BooksPage.tsx';
export { DeskFinancePage as DeskFinance } from '#src/staff/desk/finance/DeskFinancePage.tsx';
export { DeskProductsPage as DeskProducts } from '#src/staff/desk/products/DeskProductsPage.tsx';
export { BoxesPage as DeskBoxes } from '#src/staff/desk/warehouse/BoxesPage.tsx';
export { ShelvesPage as DeskShelves } from '#src/staff/desk/warehouse/ShelvesPage.tsx';
export { DeskStart } from '#src/staff/desk/DeskStart.tsx';
export { ImportsPage as DeskImports } from '#src/staff/desk/imports/ImportsPage.tsx';
export { DraftsPage as DeskDrafts } from '#src/staff/desk/drafts/DraftsPage.tsx';
export { DeskReturnsPage as DeskReturns } from '#src/staff/desk/returns/DeskReturnsPage.tsx';
export { DeskOrdersPage as DeskOrders } from '#src/staff/desk/orders/DeskOrdersPage.tsx';

/** «Хозяйство»: opening it is what keeps it on the device. */
export function DeskFrame(props: SurfaceProps) {
  const places = placesOf(useAtomValue(sessionAtom));
  const sections = [{ href: '/desk', title: 'Обзор' }, ...places];
  return <StaffFrame name="Хозяйство" sections={sections} isKept={useKept('desk')} {...props} />;
}

/** /desk/orders/:id */
export function DeskOrder() {
  const { id } = useParams<{ id: string }>();
  return <DeskOrderPage id={Number(id)} />;
}

/** /desk/drafts/:id */
export function DeskDraft() {
  const { id } = useParams<{ id: string }>();
  return <DraftPage key={id} id={Number(id)} />;
}

/** /desk/returns/:id */
export function DeskReturn() {
  const { id } = useParams<{ id: string }>();
  return <DeskReturnPage id={Number(id)} />;
}

/** /desk/products/import/:id */
export function DeskImport() {
  const { id } = useParams<{ id: string }>();
  return <ImportPage key={id} id={Number(id)} />;
}

/** /desk/products/:id */
export function DeskProduct() {
  const { id } = useParams<{ id: string }>();
  return <DeskProductPage id={Number(id)} />;
}

/** /desk/users/:id */
export function DeskUser() {
  const { id } = useParams<{ id: string }>();
  return <DeskUserPage id={Number(id)} />;
}

/** /desk/finance/:period */
export function DeskPeriod() {
  const { period } = useParams<{ period: string }>();
  return <DeskPeriodPage period={Number(period)} />;
}
