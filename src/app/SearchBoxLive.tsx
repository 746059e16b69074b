import { type RefObject, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { askedIn, isList } from '#src/app/search-address.rules.ts';
import { withQuery } from '#src/app/search.rules.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const SuggestBox = lazyPart(() => import('#src/features/search/SuggestBox.tsx'), 'SuggestBox');

/** Safari allows 100 history changes in 30 s; people pause longer than this between words. */
const LIVE_MS = 120;

type Props = {
  input: RefObject<HTMLInputElement | null>;
  /** What the address asked for when the field was drawn. */
  start: string;
  text: string;
  onText: (text: string) => void;
  clearClass: string | undefined;
};

/** On /katalog typing filters live; elsewhere Enter opens /katalog?q= (docs/product/addresses.md#screens). */
export function SearchBoxLive({ input, start, text, onText, clearClass }: Props) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const asked = askedIn(path, search);
  const before = useRef(start);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by itself (Back, a link, «Сбросить»): it wins over what stood here.
  const follow = useEffectEvent(() => {
    if (before.current !== asked && asked.trim() !== text.trim()) onText(asked);
    before.current = asked;
  });
  useLayoutEffect(() => {
    follow();
    // Runs when the address changes, and only then.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [asked]);
  const filter = useEffectEvent(() => {
    if (isList(location.pathname) && text.trim() !== askedIn(location.pathname, location.search).trim())
      navigate(withQuery(location.search, text), { replace: true });
  });
  useEffect(() => {
    timer.current = setTimeout(() => filter(), LIVE_MS);
    return () => clearTimeout(timer.current);
    // Typing starts the timer; where it leads is read when it fires.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [text]);
  /** What was sent last: the list may come to the field later than that. */
  const [sent, setSent] = useState<string | null>(null);
  const submit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault();
    setSent(text);
    clearTimeout(timer.current);
    const isLive = isList(path);
    navigate(withQuery(isLive ? location.search : '', text), { replace: isLive });
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
  });
  const clearOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '') return;
    event.preventDefault();
    onText('');
  });
  useEffect(() => {
    const field = input.current;
    const left = new AbortController();
    const options = { signal: left.signal };
    field?.form?.addEventListener('submit', (event) => submit(event), options);
    field?.addEventListener('keydown', (event) => clearOnEscape(event), options);
    return () => left.abort();
  }, [input]);

  const wanted = useWanted(input);
  return (
    <>
      <ErrorBoundary fallback={null}>
        <Suspense>
          {wanted && (
            <SuggestBox
              input={input}
              text={text}
              onText={onText}
              isClicked={wanted === 'clicked'}
              isSent={sent === text}
              picture={(row, isOut) => (
                <ProductPicture image={row.image} title="" size={240} sizes="48px" dimmed={isOut} />
              )}
            />
          )}
        </Suspense>
      </ErrorBoundary>
      {text !== '' && <ClearButton input={input} onText={onText} className={clearClass} />}
    </>
  );
}

/** Suggestions are for whoever is in the field: nobody else loads them. */
function useWanted(input: RefObject<HTMLInputElement | null>): 'focused' | 'clicked' | null {
  const [wanted, setWanted] = useState<'focused' | 'clicked' | null>(() =>
    input.current !== null && document.activeElement === input.current ? 'focused' : null,
  );
  useEffect(() => {
    const field = input.current;
    const left = new AbortController();
    const options = { signal: left.signal };
    field?.addEventListener('focus', () => setWanted((now) => now ?? 'focused'), options);
    field?.addEventListener('click', () => setWanted('clicked'), options);
    return () => left.abort();
  }, [input]);
  return wanted;
}

function ClearButton({
  input,
  onText,
  className,
}: Pick<Props, 'input' | 'onText'> & { className: string | undefined }) {
  return (
    <IconButton
      icon="x"
      size={20}
      label="Очистить поиск"
      className={className}
      onClick={() => {
        onText('');
        input.current?.focus();
      }}
    />
  );
}
