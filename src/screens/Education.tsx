import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { EducationPage } from '#src/features/education/EducationPage.tsx';

export const Education = () => (
  <CabinetFrame>
    <EducationPage />
  </CabinetFrame>
);
