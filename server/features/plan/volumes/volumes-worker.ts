import { parentPort, workerData } from 'node:worker_threads';
import { TreeRefusedError } from '#contract/plan/tree.ts';
import { openDb } from '#server/db/open.ts';
import { careerNow } from '#server/features/plan/volumes/career-now.rules.ts';
import { isOfLists, openLists } from '#server/features/plan/volumes/lists.ts';
import { type Followed, followView, readView } from '#server/features/plan/volumes/follow.ts';
import { bonusesAfterMove } from '#server/features/plan/volumes/move.rules.ts';
import { pageOf } from '#server/features/plan/volumes/page.rules.ts';
import { summaryOf } from '#server/features/plan/volumes/summary.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';
import type { Asked, FromVolumes, Stamp, VolumesData } from '#server/features/plan/volumes/volumes-messages.ts';

// Keeps the open period in a thread of its own, so that no request waits while a million people are summed (docs/decisions/332).

const port = parentPort!;
const { url, folder } = workerData as VolumesData;
const { db } = openDb(url, { max: 2 });
const say = (message: FromVolumes): void => port.postMessage(message);

const lists = openLists(db, folder);
let now: (Followed & { asOf: string }) | null = null;
/** The view before: whoever pages through it finishes with it. */
let before: View | null = null;

async function follow(period: number): Promise<null> {
  const asOf = new Date().toISOString();
  const spare = before && !lists.isRead(before) ? before : undefined;
  const next = now ? await followView(db, now, period, spare) : await readView(db, period);
  if (now && next.view !== now.view) before = now.view;
  now = { ...next, asOf };
  // Whoever asks meanwhile is answered; what fails here fails again before whoever needs it.
  lists.warm(next.view).catch(() => undefined);
  return null;
}
function answer(message: Asked, { view }: Followed): unknown {
  if (isOfLists(message)) return lists.answer(message, view);
  if (message.kind === 'summary') return summaryOf(view, message.asked.userId);
  if (message.kind === 'career') return careerNow(view, message.asked.userId);
  if (message.kind === 'move') return bonusesAfterMove(view, message.asked);
  return message.kind === 'page' ? pageOf(pagedView(message.asked.version) ?? view, message.asked) : null;
}
/** The view before, for the next page of a list that was begun with it. */
const pagedView = (version: number | undefined): View | null => (before && version === before.version ? before : null);
const stampOf = (message: Asked): Stamp | null => {
  if (!now) return null;
  const { version, id: period } = (message.kind === 'page' ? pagedView(message.asked.version) : null) ?? now.view;
  return { asOf: now.asOf, version, period };
};

const take = async (message: Asked): Promise<void> => {
  try {
    const value = message.kind === 'follow' ? await follow(message.asked.period) : now && (await answer(message, now));
    say({ id: message.id, value, stamp: stampOf(message) });
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    say({ id: message.id, failed, isRefusal: error instanceof TreeRefusedError });
  }
};
port.on('message', (message: Asked) => void take(message));
