import { useAtomValue, useStore } from 'jotai';
import { Suspense, useEffect } from 'react';
import { brokenWords } from '#src/app/ErrorBoundary.tsx';
import { Footer } from '#src/app/Footer.tsx';
import { InstallOffer } from '#src/app/InstallOffer.tsx';
import { prefetchNext, prefetchOnIntent } from '#src/app/prefetch.ts';
import { RouteNews } from '#src/app/RouteNews.tsx';
import { useScrollMemory } from '#src/app/scroll-memory.ts';
import { SponsorKeeper } from '#src/app/SponsorKeeper.tsx';
import { ShopHosts } from '#src/app/ShopHosts.tsx';
import { SyncHost } from '#src/app/SyncHost.tsx';
import { UpdateNotice } from '#src/app/UpdateNotice.tsx';
import { useIsStaff } from '#src/app/use-is-staff.ts';
import { watchMinBuild } from '#src/app/watch-min-build.ts';
import { takeLetters } from '#src/app/take-letters.ts';
import { markPictures } from '#src/features/catalogue/mark-picture.ts';
import { CookieNotice } from '#src/features/content/CookieNotice.tsx';
import { CityButton } from '#src/features/session/CityButton.tsx';
import { isCityAskedAtom } from '#src/features/session/city-state.atoms.ts';
import { Notices } from '#src/features/notices/Notices.tsx';
import { networkAtom } from '#src/platform/api/network.ts';
import { whenIdle } from '#src/platform/display/when-idle.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const CitySheet = lazyPart(() => import('#src/features/session/CitySheet.tsx'), 'CitySheet');

/** The part of the frame that nobody misses until the first cards are drawn. */
export function Later() {
  const store = useStore();
  const isStaff = useIsStaff();
  const isCityAsked = useAtomValue(isCityAskedAtom);
  const { isOnline } = useAtomValue(networkAtom);
  useScrollMemory();
  // index.html wrote down that the page opened without a signal; there is one now.
  useEffect(() => {
    if (isOnline) delete document.documentElement.dataset.net;
  }, [isOnline]);
  useEffect(prefetchOnIntent, []);
  useEffect(markPictures, []);
  useEffect(() => watchMinBuild(store), [store]);
  useEffect(
    () =>
      whenIdle(() => {
        prefetchNext();
        takeLetters();
        void brokenWords().catch(() => {});
        // Worker, updates and the install offer; without this chunk the app works as a page.
        void import('#src/app/start-later.ts').then(({ startLater }) => startLater(store)).catch(() => {});
      }),
    [store],
  );
  return (
    <>
      {!isStaff && <Footer city={<CityButton />} />}
      <RouteNews />
      <SponsorKeeper />
      <Notices />
      <SyncHost />
      <ShopHosts />
      <UpdateNotice />
      <InstallOffer />
      <CookieNotice />
      <Suspense>{isCityAsked && <CitySheet />}</Suspense>
    </>
  );
}
