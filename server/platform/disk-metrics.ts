import { Gauge, type Registry } from 'prom-client';
import { isLow } from '#server/platform/disk.rules.ts';
import type { LookAtDisk } from '#server/platform/disk.ts';

/** Room on the disk of DATA_DIR, asked at each scrape. */
export function addDiskMetrics(registry: Registry, look: LookAtDisk): void {
  const gauge = (name: string, help: string, valueOf: (room: { free: number; total: number }) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const room = await look();
        if (room) this.set(valueOf(room));
        // A number that nobody knows is left out: 0 would mean a full disk.
        else this.remove();
      },
    });
  gauge('rostok_disk_free_bytes', 'Room on the disk of DATA_DIR', ({ free }) => free);
  gauge('rostok_disk_size_bytes', 'Size of the disk of DATA_DIR', ({ total }) => total);
  gauge('rostok_disk_low', '1: under 10 % or 1 GB of the disk of DATA_DIR is left', (room) => (isLow(room) ? 1 : 0));
}
