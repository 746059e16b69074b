import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { BecomePage } from '#src/features/profile/BecomePage.tsx';

export const BecomeConsultant = () => (
  <CabinetFrame>
    <BecomePage />
  </CabinetFrame>
);
