import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { PersonalDataPage } from '#src/features/personal-data/PersonalDataPage.tsx';

export const PersonalData = () => (
  <CabinetFrame>
    <PersonalDataPage />
  </CabinetFrame>
);
