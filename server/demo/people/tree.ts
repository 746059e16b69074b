import type { Chance } from '#server/demo/chance.ts';

/** A consultant of the demo tree; `parent` is an index into the list, null for the house account at index 0. */
export type Node = { parent: number | null; depth: number; children: number; key: string | null };
export const MAX_DEPTH = 8;

/** Children of one consultant: {0: 45 %, 1: 20 %, 2: 15 %, 3: 10 %, 4–6: 8 %, 7–12: 2 %} (docs/product/demo.md#people). */
function childrenOf(chance: Chance): number {
  const roll = chance.next();
  if (roll < 0.45) return 0;
  if (roll < 0.65) return 1;
  if (roll < 0.8) return 2;
  if (roll < 0.9) return 3;
  return roll < 0.98 ? chance.int(4, 6) : chance.int(7, 12);
}

/** Below the five roots: how many consultants, and who of the demo accounts stands where. */
const ROOTS: readonly { key: string | null; below: number; holds: readonly string[] }[] = [
  { key: 'director', below: 240 - 61, holds: [] },
  { key: null, below: 32, holds: ['punkt'] },
  { key: null, below: 24, holds: ['readonly'] },
  { key: null, below: 15, holds: [] },
  { key: null, below: 9, holds: [] },
];
/** Мария Соколова stands in the branch of Ирина Белова: her sponsor at this depth, 60 below her. */
const CONS = { sponsorDepth: 3, below: 60, holds: ['inactive', 'newcomer'] } as const;

/** House account, 5 roots, 320 consultants no deeper than 8. Parents stand before their children. */
export function growTree(chance: Chance): Node[] {
  const nodes: Node[] = [{ parent: null, depth: 0, children: 0, key: 'house' }];
  const add = (parent: number, key: string | null): number => {
    const above = nodes[parent];
    if (!above) throw new Error(`no node ${parent}`);
    above.children += 1;
    return nodes.push({ parent, depth: above.depth + 1, children: 0, key }) - 1;
  };
  const grow = (head: number, size: number): number[] => {
    const branch: number[] = [];
    const canGrow = (at: number) => (nodes[at]?.depth ?? MAX_DEPTH) < MAX_DEPTH;
    // Line after line downwards: cut off at its size, a branch then leaves few without their children.
    const open = [head];
    while (branch.length < size) {
      // A branch that died out before its size goes on from one of its own.
      const at = open.pop() ?? chance.pick([head, ...branch].filter(canGrow));
      const wanted = at === head ? Math.max(3, childrenOf(chance)) : childrenOf(chance);
      const children = Array.from({ length: Math.min(wanted, size - branch.length) }, () => add(at, null));
      branch.push(...children);
      open.push(...children.filter(canGrow));
    }
    return branch;
  };
  /** Gives a key to somebody of the branch; who has nobody below stays a leaf. */
  const place = (branch: number[], key: string, fits: (node: Node) => boolean) => {
    const at = branch.find((one) => nodes[one] !== undefined && nodes[one].key === null && fits(nodes[one]));
    const node = at === undefined ? undefined : nodes[at];
    if (!node) throw new Error(`no place for «${key}»`);
    node.key = key;
  };
  for (const root of ROOTS) {
    const branch = grow(add(0, root.key), root.below);
    for (const key of root.holds) place(branch, key, (node) => node.children > 0);
    if (root.key !== 'director') continue;
    const sponsor = chance.pick(branch.filter((at) => nodes[at]?.depth === CONS.sponsorDepth));
    const below = grow(add(sponsor, 'cons'), CONS.below);
    // Лидия Громова is inactive and has consultants below her: the case of compression.
    place(below, CONS.holds[0], (node) => node.children > 0 && node.children < 4);
    place(below, CONS.holds[1], (node) => node.children === 0);
  }
  return nodes;
}

/** How many stand below each node, itself not counted. */
export function sizesOf(nodes: readonly Pick<Node, 'parent'>[]): number[] {
  const sizes = nodes.map(() => 0);
  for (let at = nodes.length - 1; at > 0; at -= 1) {
    const parent = nodes[at]?.parent;
    if (parent !== null && parent !== undefined) sizes[parent] = (sizes[parent] ?? 0) + 1 + (sizes[at] ?? 0);
  }
  return sizes;
}
