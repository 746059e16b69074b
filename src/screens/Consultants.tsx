import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { ConsultantsPage } from '#src/features/newcomers/ConsultantsPage.tsx';

/** /user/consultants: the search of consultants. */
export const Consultants = () => (
  <CabinetFrame>
    <ConsultantsPage />
  </CabinetFrame>
);
