import { openGazetteer } from '#server/gates/addresses/gazetteer.ts';
import type { AddressGate } from '#server/gates/addresses/port.ts';

/** Settings that say who else knows addresses; none is needed. */
export type AddressSettings = object;

export const openAddresses = (_settings: AddressSettings): AddressGate => openGazetteer();
