import { useSetAtom } from 'jotai';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepPlaceAtom, readPlacesAtom } from '#src/features/education/reading.atoms.ts';

/** What a reader can stop at, in the order of the page. */
const BLOCKS = 'h1, h2, h3, h4, p, li, figure, aside, table, pre';
/** Below the bar. */
const TOP = 72;
const KEEP_AFTER_MS = 400;

/** Opens the lesson where it was left, and remembers the place. `isReady`: the whole text is drawn. */
export function useReadingPlace(text: RefObject<HTMLElement | null>, lessonId: number, isReady: boolean): void {
  const readPlaces = useSetAtom(readPlacesAtom);
  const keepPlace = useSetAtom(keepPlaceAtom);
  const [place, setPlace] = useState<{ lessonId: number; block: number } | null>(null);
  const restored = useRef<number | null>(null);
  useEffect(() => {
    void readPlaces().then((places) => setPlace({ lessonId, block: placeIn(places, lessonId) }));
  }, [readPlaces, lessonId]);
  useLayoutEffect(() => {
    if (!isReady || place?.lessonId !== lessonId || restored.current === lessonId) return;
    restored.current = lessonId;
    const block = text.current?.querySelectorAll<HTMLElement>(BLOCKS)[place.block];
    // Whoever has begun to read meanwhile stays where they are.
    if (place.block > 0 && block && scrollY < TOP)
      scrollTo({ top: scrollY + block.getBoundingClientRect().top - TOP, behavior: 'instant' });
  }, [isReady, place, lessonId, text]);
  // A layout effect: whoever leaves right after a scroll is asked for the place while the text still stands.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (restored.current === lessonId && text.current) void keepPlace({ lessonId, block: blockAtTop(text.current) });
    };
    const later = () => {
      timer ??= setTimeout(keep, KEEP_AFTER_MS);
    };
    // Opening a lesson already makes it the place where the person stopped.
    later();
    addEventListener('scroll', later, { passive: true });
    document.addEventListener('visibilitychange', keep);
    return () => {
      keep();
      removeEventListener('scroll', later);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [isReady, lessonId, keepPlace, text]);
}

const placeIn = (places: readonly { lessonId: number; block: number }[], lessonId: number): number =>
  places.find((one) => one.lessonId === lessonId)?.block ?? 0;

function blockAtTop(text: HTMLElement): number {
  const blocks = [...text.querySelectorAll<HTMLElement>(BLOCKS)];
  const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > TOP + 8);
  return Math.max(0, at);
}
