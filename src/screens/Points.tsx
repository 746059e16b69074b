import { PointsPage } from '#src/features/delivery/PointsPage.tsx';

export const Points = PointsPage;
