import type { Export, Exports } from '#contract/personal-data.ts';
import type { ExportRow } from '#server/features/personal-data/export.queries.ts';

const DAY_MS = 86_400_000;
/** docs/product/law.md#export */
export const EXPORT = { keptMs: 7 * DAY_MS, pauseMs: DAY_MS, stuckMs: 2 * 3_600_000 } as const;

/** From when a new archive may be asked for; null: now. */
export function nextExportAt(last: ExportRow | undefined, now: Date): Date | null {
  if (last?.state !== 'ready') return null;
  const next = new Date((last.readyAt ?? last.askedAt).getTime() + EXPORT.pauseMs);
  return next > now ? next : null;
}
/** A link whose time is over is no archive any more. */
export const isOver = ({ expiresAt }: Pick<ExportRow, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** `parts`: how many sections an archive has. */
export function toExports(last: ExportRow | undefined, parts: number, now: Date): Omit<Exports, 'status'> {
  const shown: Export | null =
    !last || isOver(last, now)
      ? null
      : {
          id: last.id,
          state: last.state,
          done: last.partsDone,
          parts,
          asked_at: last.askedAt.toISOString(),
          ready_at: last.readyAt?.toISOString() ?? null,
          expires_at: last.expiresAt?.toISOString() ?? null,
          bytes: last.bytes,
        };
  return {
    server_time: now.toISOString(),
    export: shown,
    next_at: nextExportAt(last, now)?.toISOString() ?? null,
  };
}
