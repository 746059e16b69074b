import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ROUTE_TITLES } from '#src/app/route-titles.ts';
import { screenAt } from '#contract/paths.ts';
import { setPageTitle } from '#src/ui/page-title.ts';

/** The title that index.html came with. */
const STATIC_TITLE = 'Каталог — Росток';

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
    const before = document.activeElement;
    return whenHeading((heading) => {
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      // A dialog or a field that the screen has focused itself keeps the focus, and so does what somebody went to while they waited.
      const held = document.activeElement;
      const isFree =
        !held || held === document.body || (held === before && held.closest('dialog[open], main') === null);
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

/** At once, or when the screen has come, however slow the line; the next navigation ends it. */
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
    watch.disconnect();
    found(heading);
  });
  // Not `main` alone: another surface brings its own.
  watch.observe(document.body, { childList: true, subtree: true });
  return () => watch.disconnect();
}
