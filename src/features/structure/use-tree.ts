import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  keepSecondLineAtom,
  loadLevelAtom,
  type Month,
  structureAtom,
} from '#src/features/structure/structure.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';

/**
 * The reader's tree on a screen: what is open in it, and the asking for whatever is open and has not come. The first two lines are
 * asked for without being opened, so that they are there without a signal (docs/product/reports.md#structure).
 */
export function useTree({ alsoId = null, month = null }: { alsoId?: number | null; month?: Month } = {}) {
  const { user, uid, known } = useAtomValue(sessionAtom);
  const held = useAtomValue(structureAtom)(month);
  const load = useSetAtom(loadLevelAtom);
  const keepSecondLine = useSetAtom(keepSecondLineAtom);
  const returns = useNetworkReturns();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rootId = user.id ?? 0;
  const askAll = async (): Promise<void> => {
    const wanted = [...open, ...(alsoId === null ? [] : [alsoId])].filter(
      (id) => id !== rootId && !held.levels.has(id),
    );
    await Promise.all([rootId, ...new Set(wanted)].map((nodeId) => load({ nodeId, month })));
    if (month === null) await keepSecondLine(rootId);
  };
  const ask = useEffectEvent(askAll);
  useEffect(() => {
    if (known && rootId > 0) void ask();
  }, [uid, known, returns, rootId, month]);
  const askOne = useEffectEvent((id: number) => {
    if (known && id !== rootId && !held.levels.has(id)) void load({ nodeId: id, month });
  });
  useEffect(() => {
    if (alsoId !== null) askOne(alsoId);
  }, [alsoId]);
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) {
      next.add(id);
      if (!held.levels.has(id)) void load({ nodeId: id, month });
    }
    setOpen(next);
  };
  const openAll = (ids: readonly number[]) => {
    for (const id of ids) if (!held.levels.has(id)) void load({ nodeId: id, month });
    setOpen((now) => new Set([...now, ...ids]));
  };
  /** Opens every line on the way to somebody; `path` begins with the reader. */
  const reveal = (path: readonly number[]) => openAll(path.slice(1, -1));
  return {
    held,
    rootId,
    open,
    failure: held.failure ? { text: failureText(held.failure), onRetry: () => void askAll() } : undefined,
    toggle,
    openAll,
    reveal,
    more: (nodeId: number, page: number) => void load({ nodeId, page, month }),
  };
}
export type TreeShown = ReturnType<typeof useTree>;
