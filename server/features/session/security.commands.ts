import type { FastifyRequest } from 'fastify';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { deviceInWords } from '#server/features/session/device-words.rules.ts';
import { deviceHashOf } from '#server/features/session/known-device.ts';
import { type SecurityEvent, tellOwner } from '#server/features/session/security.jobs.ts';
import { findDeviceHashes } from '#server/features/session/security.queries.ts';

/** In the transaction of what it tells of. */
export const bookSecurityNews = (tx: Tx, jobs: JobSender, event: SecurityEvent): Promise<void> =>
  jobs.send(tx, tellOwner, event);

/**
 * Before the device is remembered: a login on one that this account has never used is told to its owner. The first device of all is
 * nobody's news.
 */
export async function tellOfNewDevice(
  tx: Tx,
  jobs: JobSender,
  { userId, request, now }: { userId: number; request: FastifyRequest; now: Date },
): Promise<void> {
  const known = await findDeviceHashes(tx, userId);
  if (known.length === 0 || known.includes(deviceHashOf(request) ?? '')) return;
  const device = deviceInWords(request.headers['user-agent'] ?? '').name;
  await bookSecurityNews(tx, jobs, { kind: 'device', userId, device, at: now.toISOString() });
}
