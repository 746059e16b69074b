import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { SuggestBox } from '#src/features/search/SuggestBox.tsx';
import type { RenderPicture } from '#src/features/search/SuggestLine.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './SearchField.module.css';

type Props = { label: string; placeholder: string; picture: RenderPicture };

/** A search field of a page's own, such as the front's: the same suggestions, Enter opens the list (docs/decisions/261). */
export function SearchField({ label, placeholder, picture }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [clicked, setClicked] = useState<boolean | null>(null);
  const [, navigate] = useLocation();
  return (
    <search>
      <form
        className={styles.form}
        action="/katalog"
        onSubmit={(event) => {
          event.preventDefault();
          const query = text.trim();
          navigate(query === '' ? '/katalog' : `/katalog?q=${encodeURIComponent(query)}`);
        }}
      >
        <Icon name="search" size={20} className={styles.glass} />
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={() => setClicked((now) => now ?? false)}
          onClick={() => setClicked(true)}
        />
        <Button kind="leaf" type="submit">
          Найти
        </Button>
        {clicked !== null && (
          <SuggestBox input={input} text={text} onText={setText} picture={picture} isClicked={clicked} />
        )}
      </form>
    </search>
  );
}
