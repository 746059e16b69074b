import { atom } from 'jotai';
import { type FoundAddress, normalizeAddress } from '#contract/addresses.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

/** Addresses that a line may mean, the best first; none without a signal, or when nothing is found. Never throws. */
export const findAddressAtom = atom(
  null,
  async (get, _set, { line, signal }: { line: string; signal: AbortSignal }): Promise<readonly FoundAddress[]> => {
    try {
      const { result, variants } = await get(apiAtom).send(normalizeAddress, { body: { address: line } }, { signal });
      return [result, ...variants];
    } catch {
      // The phone reads the line by itself: a look-up that fails costs nothing.
      return [];
    }
  },
);
