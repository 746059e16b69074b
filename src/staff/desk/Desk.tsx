import { useAtomValue } from 'jotai';
import { useParams } from 'wouter';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { DeskOrderPage } from '#src/staff/desk/orders/DeskOrderPage.tsx';
import { DeskUserPage } from '#src/staff/desk/users/DeskUserPage.tsx';
import { placesOf } from '#src/staff/desk/sections.ts';
import { StaffFrame, type SurfaceProps } from '#src/staff/StaffFrame.tsx';
import { useKept } from '#src/staff/use-kept.ts';

export { DeskAuditPage as DeskAudit } from '#src/staff/desk/audit/DeskAuditPage.tsx';
export { DeskUsersPage as DeskUsers } from '#src/staff/desk/users/DeskUsersPage.tsx';
export { DeskStart } from '#src/staff/desk/DeskStart.tsx';
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

/** /desk/users/:id */
export function DeskUser() {
  const { id } = useParams<{ id: string }>();
  return <DeskUserPage id={Number(id)} />;
}
