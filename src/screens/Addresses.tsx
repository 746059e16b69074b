import { AddressesPage } from '#src/features/addresses/AddressesPage.tsx';

export const Addresses = AddressesPage;
