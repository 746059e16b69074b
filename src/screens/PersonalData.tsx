import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { PersonalDataPage } from '#src/features/personal-data/PersonalDataPage.tsx';
import { PasswordInput } from '#src/features/session/PasswordInput.tsx';

export const PersonalData = () => (
  <CabinetFrame>
    <PersonalDataPage password={PasswordInput} />
  </CabinetFrame>
);
