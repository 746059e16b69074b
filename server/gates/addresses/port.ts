import type { FoundAddress } from '#contract/addresses.ts';

/** Who turns one line of text into addresses with an index. Called where no transaction is open (docs/decisions/141). */
export type AddressGate = {
  /**
   * The best first; empty when nothing is found.
   * @throws when whoever was asked is away, or answers what cannot be read. Only adapters do: the gate that the shop is given passes
   * on to the next one, and ends with the gazetteer.
   */
  find(text: string, signal: AbortSignal): Promise<FoundAddress[]>;
};
