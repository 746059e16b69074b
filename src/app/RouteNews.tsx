import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ROUTE_TITLES } from '#src/app/route-titles.ts';
import { screenAt } from '#contract/paths.ts';
import { setPageTitle } from '#src/ui/page-title.ts';

/** The title that index.html came with. */
const STATIC_TITLE = 'Каталог — Росток';
/** How long a lazy screen may take until its heading is looked for no more. */
const PATIENCE_MS = 3000;

/** What a full page load would do for everybody: a title, the focus on the heading, the heading read aloud. */
export function RouteNews() {
  const [path] = useLocation();
  const [news, setNews] = useState('');
  const seen = useRef(path);
  // Runs before the screen's own effect, so that a product or a category sets the title last. At the start the screen was here
  // before this code.
  useLayoutEffect(() => {
    if (seen.current !== path || document.title === STATIC_TITLE) {
      setPageTitle(ROUTE_TITLES[screenAt(path) ?? '/404']);
    }
  }, [path]);
  useEffect(() => {
    if (seen.current === path) return undefined;
    seen.current = path;
    return whenHeading((heading) => {
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      // A dialog or a field that the screen has focused itself keeps the focus.
      const held = document.activeElement;
      const isFree = !held || held === document.body || !held.closest('dialog[open], main');
      if (isFree) heading.focus({ preventScroll: true });
      setNews(heading.textContent ?? '');
    });
  }, [path]);
  return (
    <p className="sr" aria-live="polite">
      {news}
    </p>
  );
}

function whenHeading(found: (heading: HTMLElement) => void): () => void {
  const look = () => document.querySelector<HTMLElement>('#main h1');
  const now = look();
  if (now) {
    found(now);
    return () => {};
  }
  const watch = new MutationObserver(() => {
    const heading = look();
    if (!heading) return;
    stop();
    found(heading);
  });
  const timer = setTimeout(() => watch.disconnect(), PATIENCE_MS);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
  };
  const main = document.getElementById('main');
  if (main) watch.observe(main, { childList: true, subtree: true });
  return stop;
}
