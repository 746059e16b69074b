/**
 * The structure in pre-order: whoever is invited stands behind their sponsor, and the whole structure of a person stands in one
 * piece, `[at, at + size[at])`. So a sum over a structure is one pass without jumps.
 */
export type Tree = {
  /** User ids by place. */
  ids: Int32Array;
  /** Place of the sponsor, −1 without one. Always smaller than the own place. */
  parent: Int32Array;
  /** How many people stand in the structure, the person included. */
  size: Int32Array;
};
export type Placed = { id: number; sponsorId: number | null };

export class TreeRefusedError extends Error {
  override name = 'TreeRefusedError' as const;
}

/**
 * Puts people into pre-order, brothers by id. A sponsor who is not among them is none.
 * @throws TreeRefusedError in words: a person twice, or people who are sponsors of each other in a circle.
 */
export function arrangeTree(people: readonly Placed[]): Tree {
  const known = new Set(people.map(({ id }) => id));
  if (known.size !== people.length)
    throw new TreeRefusedError(`Участник стоит в структуре дважды: ${twiceIn(people)}.`);
  const invited = new Map<number | null, number[]>();
  for (const { id, sponsorId } of people.toSorted((a, b) => a.id - b.id)) {
    const key = sponsorId !== null && known.has(sponsorId) ? sponsorId : null;
    const line = invited.get(key);
    if (line) line.push(id);
    else invited.set(key, [id]);
  }
  const tree = walkDown(invited, people.length);
  if (tree.ids.length < people.length) throw new TreeRefusedError(`В структуре круг: ${circleIn(people, tree)}.`);
  return tree;
}

/** Whoever is reached from above, in pre-order. */
function walkDown(invited: ReadonlyMap<number | null, readonly number[]>, most: number): Tree {
  const ids = new Int32Array(most);
  const parent = new Int32Array(most);
  let count = 0;
  const waiting: { id: number; parent: number }[] = [];
  const push = (key: number | null, at: number) => {
    for (const id of (invited.get(key) ?? []).toReversed()) waiting.push({ id, parent: at });
  };
  push(null, -1);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ids[count] = next.id;
    parent[count] = next.parent;
    push(next.id, count);
    count += 1;
  }
  const reached = parent.subarray(0, count);
  return { ids: ids.subarray(0, count), parent: reached, size: sizesOf(reached) };
}

/** Sizes of all structures, from the places of the sponsors. */
export function sizesOf(parent: Int32Array): Int32Array {
  const size = new Int32Array(parent.length).fill(1);
  for (let at = parent.length - 1; at >= 0; at -= 1) {
    const above = parent[at]!;
    if (above >= 0) size[above] = size[above]! + size[at]!;
  }
  return size;
}

const twiceIn = (people: readonly Placed[]): number | undefined => {
  const seen = new Set<number>();
  return people.find(({ id }) => seen.size === seen.add(id).size)?.id;
};
/** One of the circles, as «5 → 7 → 5». */
function circleIn(people: readonly Placed[], { ids }: Tree): string {
  const sponsors = new Map(people.map(({ id, sponsorId }) => [id, sponsorId]));
  for (const id of ids) sponsors.delete(id);
  const seen = new Set<number>();
  let at = sponsors.keys().next().value;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    at = sponsors.get(at) ?? undefined;
  }
  const path = [...seen];
  return [...path.slice(path.indexOf(at!)), at].join(' → '); // Nobody outside the circle is reached from inside it.
}
