import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { WholesalePage } from '#src/features/profile/WholesalePage.tsx';

export const WholesaleApply = () => (
  <CabinetFrame>
    <WholesalePage />
  </CabinetFrame>
);
