import type { Db } from '#server/db/open.ts';
import {
  findCircle,
  findTreeFaults,
  lockTree,
  rewriteTree,
  type TreeFault,
} from '#server/features/plan/tree.queries.ts';

export type TreeReport = { faults: TreeFault[]; circles: number[][] };

/** Compares the structure with the sponsors of all people; changes nothing (docs/product/network.md#structure). */
export async function checkTree(db: Db): Promise<TreeReport> {
  const faults = await findTreeFaults(db);
  const circles = new Map<string, number[]>();
  for (const { userId, what } of faults) {
    if (what !== 'circle') continue;
    const circle = await findCircle(db, userId);
    // One circle is found from each of its people and from everybody below them.
    if (circle)
      circles.set(
        circle
          .slice(1)
          .toSorted((a, b) => a - b)
          .join(),
        circle,
      );
  }
  return { faults, circles: [...circles.values()] };
}

/**
 * Makes the structure what the sponsors say, beside a running shop: readers never wait, registrations wait for the moment of writing.
 * People in a circle stay outside: which of them has the wrong sponsor is for a person to say.
 * @returns how many rows were put right
 */
export const repairTree = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    await lockTree(tx);
    return rewriteTree(tx);
  });

const WORDS: Record<TreeFault['what'], string> = {
  missing: 'нет в структуре',
  foreign: 'стоит в структуре, но не консультант',
  wrong: 'стоит не под своим спонсором',
  circle: 'вне структуры: спонсоры замкнуты в круг',
};
/** What a person at the console reads, line by line; nothing when all is well. */
export const treeInWords = ({ faults, circles }: TreeReport): string[] => [
  ...faults.map(({ userId, what }) => `участник ${userId} ${WORDS[what]}`),
  ...circles.map((circle) => `круг: ${circle.join(' → ')}. Исправьте спонсора одного из них`),
];
