import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { watchLost } from '#src/features/sync/watch-lost.ts';
import { watchNetwork } from '#src/features/sync/watch-network.ts';
import { watchNews } from '#src/features/sync/watch-news.ts';
import { watchPill } from '#src/features/sync/watch-pill.ts';
import { lostAtom } from '#src/features/sync/lost.atoms.ts';
import { isColdAtom, readColdAtom } from '#src/features/sync/ready.atoms.ts';
import { isQueueEmptyAtom, readSealedAtom, sealedCountAtom } from '#src/features/sync/sealed.atoms.ts';
import { newsWords } from '#src/features/sync/sheet.rules.ts';
import { newsAtom } from '#src/features/sync/sync.atoms.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const parts = () => import('#src/app/SyncNews.tsx');
const SyncNews = lazyPart(parts, 'SyncNews');
const LostNotice = lazyPart(parts, 'LostNotice');
const SealedNotice = lazyPart(parts, 'SealedNotice');
const WarmUp = lazyPart(parts, 'WarmUp');

/** Watches the queue for the pill, the marks and the sheet «Пока вы были офлайн»; says aloud that the sheet has come. */
export function SyncHost() {
  const store = useStore();
  const shown = useAtomValue(newsAtom);
  const look = useAtomValue(lookAtom);
  const isLost = useAtomValue(lostAtom) !== null;
  const isCold = useAtomValue(isColdAtom);
  const isSealed = useAtomValue(sealedCountAtom) > 0;
  const readSealed = useSetAtom(readSealedAtom);
  const { known, uid } = useAtomValue(sessionAtom);
  const isQueueEmpty = useAtomValue(isQueueEmptyAtom);
  const readCold = useSetAtom(readColdAtom);
  useEffect(() => {
    const ends = [watchPill(store), watchNews(store), watchLost(store), watchNetwork(store)];
    return () => ends.forEach((end) => end());
  }, [store]);
  useEffect(() => {
    if (known) readSealed(uid).catch(() => {});
  }, [known, uid, isQueueEmpty, readSealed]);
  useEffect(() => {
    if (isStandalone()) void readCold();
  }, [readCold]);
  return (
    <>
      <output className="sr">{shown && newsWords(look, shown.news)}</output>
      {(shown || isLost || isSealed || isCold) && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            {/* One at a time in the same place: what was lost first. */}
            {isLost ? <LostNotice /> : isSealed ? <SealedNotice /> : isCold && <WarmUp />}
            {shown && <SyncNews />}
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
