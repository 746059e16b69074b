import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Framed } from '#src/app/guarded-parts.ts';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { MainNav } from '#src/app/MainNav.tsx';
import { surfaceOf } from '#src/app/routes.tsx';
import { Screens } from '#src/app/Screens.tsx';
import { SearchBox } from '#src/app/SearchBox.tsx';
import { SyncPill } from '#src/app/SyncPill.tsx';
import { TopStrip } from '#src/app/TopStrip.tsx';
import { ScreenSkeleton } from '#src/app/ScreenSkeleton.tsx';
import { useFirstCardsShown } from '#src/app/use-first-cards-shown.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './Shell.module.css';

const Later = lazyPart(() => import('#src/app/Later.tsx'), 'Later');

/** What stays on every page. index.html draws the same frame before this code arrives: keep the measures together. */
export function Shell() {
  const [path] = useLocation();
  const surface = surfaceOf(path);
  return (
    <div className={path.startsWith('/produkt/') ? `${styles.shell} ${styles.ownBar}` : styles.shell}>
      <a className={styles.skip} href="#main">
        К содержанию
      </a>
      {surface ? (
        <ErrorBoundary>
          <Suspense fallback={<ScreenSkeleton />}>
            <Framed surface={surface} shop={<ShopFrame />}>
              <Screens />
            </Framed>
          </Suspense>
        </ErrorBoundary>
      ) : (
        <ShopFrame />
      )}
      <AfterFirstCards />
    </div>
  );
}

function ShopFrame() {
  return (
    <>
      <header className={styles.top}>
        <TopStrip />
        <div className={`wrap ${styles.bar}`}>
          <Link className={styles.logo} href="/" aria-label="Росток, на главную">
            <Icon name="mark" size={30} />
            <span className="desk">Росток</span>
          </Link>
          <SearchBox />
          <div className={styles.headPill}>
            <SyncPill />
          </div>
          <MainNav />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={`wrap ${styles.phonePill}`}>
          <SyncPill />
        </div>
        <Screens />
      </main>
    </>
  );
}

/** Milliseconds until the rest of the frame is asked for again, doubled with each try. */
const AGAIN_MS = 5000;
const AGAIN_AT_MOST_MS = 60_000;

/**
 * The rest of the frame: a chunk of its own, asked for when the first cards are on the screen
 * (docs/product/start.md#first-load). When the signal goes before it has come, it comes when the signal is back: the outbox,
 * the notices and the footer live in it.
 */
function AfterFirstCards() {
  const [tries, setTries] = useState(0);
  if (!useFirstCardsShown()) return null;
  return (
    <ErrorBoundary key={tries} fallback={<AskAgain tries={tries} onTry={() => setTries((n) => n + 1)} />}>
      <Suspense>
        <Later />
      </Suspense>
    </ErrorBoundary>
  );
}

function AskAgain({ tries, onTry }: { tries: number; onTry: () => void }) {
  useEffect(() => {
    const left = new AbortController();
    addEventListener('online', onTry, { once: true, signal: left.signal });
    const timer = setTimeout(onTry, Math.min(AGAIN_MS * 2 ** tries, AGAIN_AT_MOST_MS));
    return () => {
      left.abort();
      clearTimeout(timer);
    };
    // A try takes this part away with its boundary.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
