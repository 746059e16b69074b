import { createHash } from 'node:crypto';

/** A person of a closed month; volumes in half-points, money in kopecks, places as in the engine's tree. */
export type ClosedPerson = {
  userId: number;
  pos: number;
  parentPos: number;
  ownHalf: number;
  groupHalf: number;
  amountKop: number;
  status: number;
  percent: number;
  title: number;
  bonusKop: number;
  leaderKop: number;
};

/** sha256 over the rows of a month in the order of their places: whoever changes one of them later is found out. */
export function collectDigest(): { add(row: ClosedPerson): void; digest(): string } {
  const hash = createHash('sha256');
  return {
    add: (row) =>
      void hash.update(
        `${row.pos} ${row.parentPos} ${row.userId} ${row.ownHalf} ${row.groupHalf} ${row.amountKop} ${row.status} ${row.percent} ${row.title} ${row.bonusKop} ${row.leaderKop}\n`,
      ),
    digest: () => hash.digest('hex'),
  };
}
