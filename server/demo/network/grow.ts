import { periodsFrom, shiftPeriod } from '#contract/plan/periods.ts';
import { chanceOf } from '#server/demo/chance.ts';

// A network of any size, the same for the same seed (docs/operations.md#generated-network). Everything is by number from 0, in the order
// of registration; a sponsor always has a smaller number.

export type GrownNetwork = {
  people: number;
  /** Number of the sponsor, −1 for the first. */
  sponsors: Int32Array;
  /** Month of the registration. */
  joined: Int32Array;
};
export type NetworkAsked = { people: number; seed: string; months: number; open: number };

/** Three in five were there before the first month; the rest came evenly since. */
const BEFORE = 0.6;
/** Who invites: anybody of the last seven eighths, so lines grow to some thirty and branches to very different sizes. */
export function growNetwork({ people, seed, months, open }: NetworkAsked): GrownNetwork {
  const chance = chanceOf(`network ${seed}`);
  const sponsors = new Int32Array(people).fill(-1);
  const joined = new Int32Array(people);
  const first = shiftPeriod(open, 1 - months);
  for (let at = 0; at < people; at += 1) {
    if (at > 0) sponsors[at] = at < 6 ? 0 : chance.int(Math.floor(at / 8), at - 1);
    const since = (at / people - BEFORE) / (1 - BEFORE);
    joined[at] = since <= 0 ? shiftPeriod(first, -chance.int(1, 24)) : shiftPeriod(first, Math.floor(since * months));
  }
  return { people, sponsors, joined };
}

/** Own volume of a month in half-points: two in five buy, most of them a little, few much; 0 for who does not. */
export function volumesOf({ people, joined }: GrownNetwork, seed: string, period: number): Int32Array {
  const chance = chanceOf(`network ${seed} ${period}`);
  return Int32Array.from({ length: people }, (_, at) => {
    const [buys, much] = [chance.next(), chance.next()];
    if (buys > 0.4 || periodsFrom(joined[at]!, period) < 0) return 0;
    return 20 + Math.floor(180 * much ** 3);
  });
}
