import type { FastifyRequest } from 'fastify';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { readConsNumber } from '#server/features/sponsor/sponsor.rules.ts';
import { assertRate, type LimitedShop, networkHashOf } from '#server/platform/limits.ts';
import { RefusedError } from '#server/platform/refuse.ts';

const HOUR_MS = 3_600_000;
const KNOWN_AT_ONCE = 10_000;
/** Different consultants whose name one network may ask for in an hour. Thousands who came by one link count once. */
const LOOKUPS = { name: 'sponsorNames', limit: { network: 120 } } as const;

/**
 * Whether a visitor may hear who stands behind these numbers. Whoever goes through all of them to collect names hears after a while what
 * anybody hears who came by no link: the company's house account. Nobody is refused for it.
 */
export function nameLookups(shop: LimitedShop) {
  // Asked for within the hour from the same network: known, and not counted once more. Oldest first.
  const known = new Map<string, number>();
  const note = (name: string, now: number): void => {
    known.delete(name);
    known.set(name, now);
    const [oldest] = known.keys();
    if (known.size > KNOWN_AT_ONCE && oldest !== undefined) known.delete(oldest);
  };

  return async function mayHear(
    request: FastifyRequest,
    numbers: readonly (string | undefined)[],
    now: Date,
  ): Promise<boolean> {
    const asked = numbers.map((text) => readConsNumber(text)).filter((one) => one !== null && one !== HOUSE_CONS_ID);
    for (const number of asked) {
      const name = `${networkHashOf(request)} ${number}`;
      if (now.getTime() - (known.get(name) ?? -Infinity) < HOUR_MS) continue;
      try {
        await assertRate(shop, LOOKUPS, request, now);
      } catch (error) {
        if (error instanceof RefusedError) return false;
        throw error;
      }
      note(name, now.getTime());
    }
    return true;
  };
}
