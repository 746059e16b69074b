import type { createStore } from 'jotai';
import { followPush } from '#src/app/follow-push.ts';
import { keepRooms } from '#src/app/keep-rooms.ts';
import { startInstallAtom } from '#src/features/install/install.atoms.ts';
import { updateAtom } from '#src/app/UpdateNotice.tsx';
import { answerBusyQuestions } from '#src/platform/update/update.ts';
import { layBallast } from '#src/platform/memory/storage-room.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { startWorker } from '#src/platform/update/worker.ts';

/** What may wait until the first cards are on the screen; `main.tsx` imports it when the page is idle. */
export function startLater(store: ReturnType<typeof createStore>): void {
  answerBusyQuestions();
  // `npm run dev` has no built worker.
  if (!import.meta.env.DEV)
    void startWorker((state) => store.set(updateAtom, state)).catch(() => {
      // Registration may be blocked or fail: the app works without a worker (docs/product/offline.md F46).
    });
  void store.set(startInstallAtom);
  followPush(store);
  keepRooms(store);
  void layBallast(store.get(storesAtom).pub()).catch(() => {});
}
