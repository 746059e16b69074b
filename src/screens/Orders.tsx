import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { OrdersPage } from '#src/features/orders/OrdersPage.tsx';

export const Orders = () => (
  <CabinetFrame>
    <OrdersPage />
  </CabinetFrame>
);
