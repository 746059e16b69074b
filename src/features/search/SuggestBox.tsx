import { useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import {
  forgetQueriesAtom,
  lastQueriesAtom,
  noteQueryAtom,
  readLastQueriesAtom,
} from '#src/features/search/last-queries.atoms.ts';
import { optionsFor, type SearchOption } from '#src/features/search/options.rules.ts';
import { type RenderPicture, SuggestLine } from '#src/features/search/SuggestLine.tsx';
import { useListKeys } from '#src/features/search/use-list-keys.ts';
import { useSuggestions } from '#src/features/search/use-suggestions.ts';
import { productsCount } from '#src/terms/counts.ts';
import styles from './SuggestBox.module.css';

type Props = {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  picture: RenderPicture;
  /** The field was clicked into while this code was on its way. */
  isClicked?: boolean;
  /** And what stands in it was sent meanwhile: nothing is suggested over what was found. */
  isSent?: boolean;
};

/**
 * What stands under a search field while somebody types: mended words, last queries, topics, categories, products. The field
 * stays a searchbox with a list under it, moved through by `aria-activedescendant` (docs/decisions/261). Works without a signal.
 */
export function SuggestBox({ input, text, onText, picture, isClicked = false, isSent = false }: Props) {
  const id = useId();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(
    () => document.activeElement === input.current && !isSent && (isClicked || text.trim() !== ''),
  );
  const [active, setActive] = useState(-1);
  const { byId, categories } = useAtomValue(catalogueAtom);
  const last = useAtomValue(lastQueriesAtom);
  const readLast = useSetAtom(readLastQueriesAtom);
  const note = useSetAtom(noteQueryAtom);
  const forget = useSetAtom(forgetQueriesAtom);
  const suggestions = useSuggestions(text, isOpen);
  const options = isOpen ? optionsFor({ text, suggestions, last, byId, categories, countWord: productsCount }) : [];
  const isShown = options.length > 0;
  const at = active < options.length ? active : -1;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: SearchOption) => {
    close();
    if ('href' in option) {
      void note(text);
      onText('');
      navigate(option.href);
    } else {
      void note(option.query);
      onText(option.query);
      navigate(`/katalog?q=${encodeURIComponent(option.query)}`);
    }
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
  };
  const open = () => {
    setActive(-1);
    setOpen(true);
  };
  useListKeys({
    input,
    count: options.length,
    active: at,
    isOpen,
    onActive: setActive,
    onChoose: (place) => options[place] && choose(options[place]),
    onOpen: open,
    onClose: close,
  });
  useFieldEvents(input, { open, close, sent: () => void note(text) });
  useEffect(() => void readLast(), [readLast]);
  useListRole(input, { listId: `${id}list`, activeId: at >= 0 ? `${id}${at}` : null, isShown });

  if (!isShown) return null;
  return (
    // The field keeps the focus: a press on the list is no leaving.
    <div className={styles.box} onPointerDown={(event) => event.preventDefault()}>
      {/* No select shows pictures and prices while somebody types. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="listbox" id={`${id}list`} aria-label="Подсказки">
        {options.map((option, place) => (
          <SuggestLine
            key={option.key}
            id={`${id}${place}`}
            option={option}
            isActive={place === at}
            picture={picture}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      {text.trim() === '' && (
        <button type="button" className={styles.forget} onClick={() => void forget()}>
          Забыть запросы
        </button>
      )}
      <output className="sr">Подсказок: {options.length}, листайте стрелками</output>
    </div>
  );
}

/** Opens with a letter or a click into the field, closes when it is emptied, with Enter and when the focus leaves the form. */
function useFieldEvents(
  input: RefObject<HTMLInputElement | null>,
  on: { open: () => void; close: () => void; sent: () => void },
): void {
  const opened = useEffectEvent(() => on.open());
  const emptied = useEffectEvent(() => on.close());
  const submitted = useEffectEvent(() => {
    on.sent();
    on.close();
  });
  const left = useEffectEvent((event: FocusEvent) => {
    if (!(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)) on.close();
  });
  useEffect(() => {
    const field = input.current;
    const ended = new AbortController();
    const options = { signal: ended.signal };
    field?.addEventListener('input', () => (field.value.trim() === '' ? emptied() : opened()), options);
    field?.addEventListener('click', () => opened(), options);
    field?.form?.addEventListener('submit', () => submitted(), options);
    field?.form?.addEventListener('focusout', (event) => left(event), options);
    return () => ended.abort();
  }, [input]);
}

/** The field is drawn elsewhere, so that the first chunk knows nothing of this list. */
function useListRole(
  input: RefObject<HTMLInputElement | null>,
  { listId, activeId, isShown }: { listId: string; activeId: string | null; isShown: boolean },
): void {
  useEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    const put = (name: string, value: string | null) =>
      value === null ? field.removeAttribute(name) : field.setAttribute(name, value);
    field.setAttribute('aria-autocomplete', 'list');
    put('aria-controls', isShown ? listId : null);
    put('aria-activedescendant', isShown ? activeId : null);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => ['aria-controls', 'aria-activedescendant'].forEach((name) => field.removeAttribute(name));
  }, [input, listId, activeId, isShown]);
}
