import type { AddressAccess } from '#server/gates/addresses/access.ts';
import { openDadata } from '#server/gates/addresses/dadata.ts';
import { openGazetteer } from '#server/gates/addresses/gazetteer.ts';
import { openOtpravkaAddresses } from '#server/gates/addresses/otpravka.ts';
import type { AddressGate } from '#server/gates/addresses/port.ts';

/** Settings that say who else knows addresses; none is needed. */
export type AddressSettings = { dadata: AddressAccess['dadata']; carriers: Pick<AddressAccess, 'otpravka'> };

type Patience = {
  /** Longest wait for one of them. */
  waitMs: number;
  /** Whoever has failed is left alone for so long: nobody waits for the same silence twice. */
  restMs: number;
  now(): number;
};
const PATIENCE: Patience = { waitMs: 1800, restMs: 60_000, now: () => performance.now() };

/** Who is asked, in this order: DaData, the Post, the gazetteer (docs/product/addresses-of-people.md#index). */
export function openAddresses({ dadata, carriers }: AddressSettings, patience: Partial<Patience> = {}): AddressGate {
  const others = [
    ...(dadata ? [openDadata(dadata)] : []),
    ...(carriers.otpravka ? [openOtpravkaAddresses(carriers.otpravka)] : []),
  ];
  return inTurn(others, openGazetteer(), { ...PATIENCE, ...patience });
}

/** The first of them that finds anything; whoever is away is passed over, and `last` never is. */
function inTurn(others: readonly AddressGate[], last: AddressGate, { waitMs, restMs, now }: Patience): AddressGate {
  const restsUntil = new Map<AddressGate, number>();
  return {
    async find(text, signal) {
      for (const gate of others) {
        if (now() < (restsUntil.get(gate) ?? 0)) continue;
        try {
          const found = await gate.find(text, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
          if (found.length > 0) return found;
        } catch {
          restsUntil.set(gate, now() + restMs);
        }
      }
      return last.find(text, signal);
    },
  };
}
