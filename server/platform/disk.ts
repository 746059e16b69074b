import { statfs } from 'node:fs/promises';
import { type DiskRoom, isLow } from '#server/platform/disk.rules.ts';

/** How much room there is; undefined when the system does not say. */
export type LookAtDisk = () => Promise<DiskRoom | undefined>;
export type DiskWatch = { look: LookAtDisk; stop(): void };

const EVERY_MS = 60_000;

/** The disk of a folder, as the system knows it. */
export const diskOf =
  (folder: string): LookAtDisk =>
  async () => {
    try {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { free: bavail * bsize, total: blocks * bsize };
    } catch {
      return undefined;
    }
  };

/** Looks every minute; one line in the log when the disk becomes low, one when there is room again. */
export function watchDisk(
  look: LookAtDisk,
  log: { warn(fields: object, message: string): void },
  everyMs = EVERY_MS,
): DiskWatch {
  let wasLow = false;
  const check = async () => {
    const room = await look();
    if (!room || isLow(room) === wasLow) return;
    wasLow = !wasLow;
    log.warn({ ...room }, wasLow ? 'the disk is almost full' : 'the disk has room again');
  };
  void check();
  const timer = setInterval(() => void check(), everyMs).unref();
  return { look, stop: () => clearInterval(timer) };
}
