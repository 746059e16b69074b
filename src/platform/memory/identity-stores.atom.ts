import { atom } from 'jotai';
import { identityStores } from '#src/device/identity-stores.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** The device's databases as the protocol of identity sees them. */
export const identityStoresAtom = atom((get) => identityStores(get(storesAtom)));
