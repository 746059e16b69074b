import { AddressesPage } from '#src/features/addresses/AddressesPage.tsx';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';

export const Addresses = () => (
  <CabinetFrame>
    <AddressesPage />
  </CabinetFrame>
);
