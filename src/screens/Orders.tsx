import { OrdersPage } from '#src/features/orders/OrdersPage.tsx';

export const Orders = OrdersPage;
