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

const PIECE = 64 * 1024;
/** sha256 over the rows of a month in the order of their places: whoever changes one of them later is found out. */
export function collectDigest(): { add(row: ClosedPerson): void; digest(): string } {
  const hash = createHash('sha256');
  let text = '';
  const take = (): void => {
    hash.update(text);
    text = '';
  };
  return {
    add: (row) => {
      text += `${row.pos} ${row.parentPos} ${row.userId} ${row.ownHalf} ${row.groupHalf} ${row.amountKop} ${row.status} ${row.percent} ${row.title} ${row.bonusKop} ${row.leaderKop}\n`;
      // A call of the hash costs more than the row.
      if (text.length > PIECE) take();
    },
    digest: () => {
      take();
      return hash.digest('hex');
    },
  };
}
