import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { NotificationsPage } from '#src/features/notifications/NotificationsPage.tsx';

export const Notifications = () => (
  <CabinetFrame>
    <NotificationsPage />
  </CabinetFrame>
);
