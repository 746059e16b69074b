import type { FoundAddress } from '#contract/addresses.ts';

/** Who turns one line of text into addresses with an index. Called where no transaction is open (docs/decisions/141). */
export type AddressGate = {
  /**
   * The best first; empty when nothing is found.
   * @throws AddressError: whoever was asked is away, or answered what cannot be read. Only adapters throw it: the gate that the
   * shop is given falls back to the gazetteer.
   */
  find(text: string, signal: AbortSignal): Promise<FoundAddress[]>;
};

/** No answer, or none that can be used. `cause` names status or protocol, never the address. */
export class AddressError extends Error {
  override name = 'AddressError' as const;
}
