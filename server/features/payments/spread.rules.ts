/**
 * Parts of `amount` by largest remainder, in the proportion of `weights` and none above its weight; equal remainders go to the
 * earlier one. Kopecks in, kopecks out, and the parts sum to the amount exactly. @throws when the weights do not hold it.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (amount < 0 || amount > total) throw new RangeError('the amount does not fit into its weights');
  if (amount === 0) return weights.map(() => 0);
  // A product of two sums of money is beyond what a number holds exactly.
  const shares = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = shares.map((share) => Number(share / BigInt(total)));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  const order = shares
    .map((share, at) => ({ at, remainder: Number(share % BigInt(total)) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of order.slice(0, left)) parts[at]! += 1; // As many remainders are above zero as kopecks are left.
  return parts;
}

/** `pieces` at whole kopecks each that sum to `sumKop`: one group where it divides, else two that differ by a kopeck. */
export function splitPieces(sumKop: number, pieces: number): { quantity: number; priceKop: number }[] {
  const priceKop = Math.floor(sumKop / pieces);
  const dearer = sumKop - priceKop * pieces;
  return [
    { quantity: dearer, priceKop: priceKop + 1 },
    { quantity: pieces - dearer, priceKop },
  ].filter((group) => group.quantity > 0 && group.priceKop > 0);
}
