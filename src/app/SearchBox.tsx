import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { askedIn } from '#src/app/search-address.rules.ts';
import { useFirstCardsShown } from '#src/app/use-first-cards-shown.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './SearchBox.module.css';

const SearchBoxLive = lazyPart(() => import('#src/app/SearchBoxLive.tsx'), 'SearchBoxLive');

/**
 * The field itself; «/» brings the cursor here. What it does — filters live, Escape, clears — comes after the first cards or
 * with the first focus; until then Enter is the form's own: it opens /katalog?q=.
 * The field owns its text, and React follows it: a field that React writes loses the letters that come while it takes a page over
 * (docs/decisions/430).
 */
export function SearchBox() {
  const isHydrating = useHydrating();
  const [start] = useState(() => (isHydrating ? NOTHING : readStart()));
  const [text, setText] = useState(start.text);
  const [isWanted, setWanted] = useState(start.hadFocus);
  const isShown = useFirstCardsShown();
  const input = useRef<HTMLInputElement>(null);
  const early = useRef(start.early);
  const write = useCallback((next: string) => {
    if (input.current) input.current.value = next;
    setText(next);
  }, []);
  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    if (start.hadFocus) field.focus({ preventScroll: true });
    // A letter typed while React was drawing went into the field that is gone now.
    const typed = early.current?.value;
    if (typed !== start.typed) write(typed ?? '');
    // A rendered page keeps its own field: what was typed and where the cursor is stay the person's.
    const follow = () => setText(field.value);
    follow();
    if (field === document.activeElement) setWanted(true);
    field.addEventListener('input', follow);
    return () => field.removeEventListener('input', follow);
  }, [start, write]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => focusOnSlash(event, input.current);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className={styles.find}>
      <form action="/katalog">
        <Icon name="search" size={20} className={styles.glass} />
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          aria-label="Поиск по каталогу"
          aria-keyshortcuts="/"
          placeholder="Магний, крем, 10201…"
          defaultValue={start.text}
          onFocus={() => setWanted(true)}
        />
        {text === '' && (
          <kbd className="desk" aria-hidden="true">
            /
          </kbd>
        )}
        <ErrorBoundary fallback={null}>
          <Suspense>
            {(isShown || isWanted) && (
              <SearchBoxLive input={input} start={start.asked} text={text} onText={write} clearClass={styles.clear} />
            )}
          </Suspense>
        </ErrorBoundary>
      </form>
    </search>
  );
}

type Start = {
  asked: string;
  text: string;
  hadFocus: boolean;
  early?: HTMLInputElement | null;
  typed?: string | undefined;
};
const NOTHING: Start = { asked: '', text: '', hadFocus: false };
/** What index.html's own field holds is taken over: the text and the cursor are the person's, not the page's. */
function readStart(): Start {
  const asked = askedIn(location.pathname, location.search);
  const early = document.querySelector<HTMLInputElement>('.k-find input');
  const typed = early?.value;
  return { asked, text: typed || asked, hadFocus: early !== null && early === document.activeElement, early, typed };
}

function focusOnSlash(event: KeyboardEvent, field: HTMLInputElement | null): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement | null;
  if (target?.closest('input, textarea, select, [contenteditable], dialog[open]')) return;
  event.preventDefault();
  field?.focus();
  field?.select();
}
