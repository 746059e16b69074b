import { book } from '#src/offline/outbox/entries.ts';
import type { OutboxPorts } from '#src/offline/outbox/ports.ts';
import { isFromNewerBuild, isRejectedRecord, isShowable, quarantineKey } from '#src/offline/outbox/record.ts';

/** At every start: what cannot be read is set aside and counted, and the app starts (docs/product/offline.md F38). */
export function quarantineUnreadable(ports: OutboxPorts): Promise<number> {
  const { definitions } = ports;
  return ports.store.transact(async (tx) => {
    const entries = [...(await tx.list('ob:')), ...(await tx.list('out:')), ...(await tx.list('park:'))];
    const broken = entries.filter(
      ([key, value]) =>
        !isFromNewerBuild(definitions, value) &&
        !(key.startsWith('park:') ? isRejectedRecord : isShowable)(definitions, value),
    );
    for (const [key, value] of broken) {
      tx.put(quarantineKey(key), value);
      tx.del(key);
    }
    if (broken.length > 0) await book(tx, { quarantined: broken.length });
    return broken.length;
  });
}
