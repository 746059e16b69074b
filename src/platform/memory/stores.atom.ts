import { atom } from 'jotai';
import { type KeyStore, personStore, pubStore } from '#src/device/storage.ts';

/** The device's databases; tests set this atom to stores in memory. */
export type Stores = { pub(): KeyStore; person(uid: string): Promise<KeyStore> };
export const storesAtom = atom<Stores>({ pub: pubStore, person: personStore });
