import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { keyOf, mintKey, withKey } from '#src/app/entry-key.ts';

// Back restores the place exactly, a new page starts at the top (docs/product/look.md#feel). The browser's own restoration runs
// before a lazy screen or a windowed list has its height, so it is switched off and done here.

const KEY = 'scroll';
/** A windowed list needs a moment to have its height again, on a slow phone a long one. */
const PATIENCE_MS = 5000;
/** Of a person who goes elsewhere meanwhile; a scrollbar is dragged with the pointer. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
type Places = Record<string, number>;

let places: Places = {};
let shownKey = '';

export function useScrollMemory(): void {
  const [path] = useLocation();
  const search = useSearch();
  const shownPath = useRef<string | null>(null);
  useEffect(start, []);
  // Every new entry of the history is looked at.
  useLayoutEffect(() => {
    const key = keyOf(history.state);
    const place = key === undefined ? undefined : places[key];
    const isStart = shownPath.current === null;
    const isNewPage = !isStart && shownPath.current !== path;
    // Another page has taken this entry's place (an order that of its checkout): what was noted belongs to the one before.
    const isReplaced = isNewPage && key !== undefined && key === shownKey;
    shownPath.current = path;
    if (key === undefined) {
      shownKey = mintKey();
      // Opened by its address or by a plain anchor: from now on this entry can be found again.
      history.replaceState(withKey(history.state, false, shownKey), '');
    } else shownKey = key;
    // This code comes after the first cards: whoever has scrolled since then stays there.
    if (place !== undefined && !isReplaced && !(isStart && scrollY > 0)) return settleAt(place);
    // The same page with another query keeps its place; an anchor is the browser's.
    if (isNewPage && !location.hash) return settleAt(0);
    return undefined;
    // Runs when the address changes; the rest is read from the browser's history.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [path, search]);
}

function start(): () => void {
  const before = history.scrollRestoration;
  history.scrollRestoration = 'manual';
  try {
    places = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Places;
  } catch {
    places = {};
  }
  const note = () => void (places[shownKey] = Math.round(scrollY));
  const keep = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(places));
    } catch {
      // Full or forbidden storage: positions live as long as the page.
    }
  };
  addEventListener('scroll', note, { passive: true });
  addEventListener('pagehide', keep);
  return () => {
    history.scrollRestoration = before;
    removeEventListener('scroll', note);
    removeEventListener('pagehide', keep);
  };
}

/** Scrolls now and again until the page is tall enough, or the person takes over. */
function settleAt(top: number): () => void {
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  let isOver = false;
  const stop = () => void (isOver = true);
  const step = () => {
    if (isOver) return;
    if (Math.abs(scrollY - top) > 1) scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) > 1 && performance.now() < until) frame = requestAnimationFrame(step);
  };
  for (const type of TAKES_OVER) addEventListener(type, stop, { once: true, passive: true });
  step();
  return () => {
    cancelAnimationFrame(frame);
    for (const type of TAKES_OVER) removeEventListener(type, stop);
  };
}
