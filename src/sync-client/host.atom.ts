import { atom } from 'jotai';
import type { QueueHost } from '#src/sync-client/queue.types.ts';

const NO_HOST: QueueHost = {
  openGuest: async () => {},
  readSession: async () => {},
  pull: async () => {},
  refused: () => {},
  changed: () => {},
  arrived: () => {},
};
export const queueHostAtom = atom<QueueHost>(NO_HOST);
