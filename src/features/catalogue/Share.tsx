import { Suspense, useId, useRef, useState } from 'react';
import { IconButton } from '#src/ui/IconButton.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './Share.module.css';

const ShareMenu = lazyPart(() => import('#src/features/catalogue/ShareMenu.tsx'), 'ShareMenu');

/**
 * «Поделиться»: the system's sheet where there is one, else our own with six services and «Скопировать ссылку»
 * (docs/product/asked-for.md#constants).
 */
export function Share({ title, url, className }: { title: string; url: () => string; className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const share = async () => {
    const data = { title, url: url() };
    if (
      typeof navigator.share === 'function' &&
      navigator.canShare?.(data) &&
      matchMedia('(pointer: coarse)').matches
    ) {
      try {
        await navigator.share(data);
        return;
      } catch (error) {
        // Closed by the person: nothing more to do. Anything else: our own menu.
        if ((error as Error).name === 'AbortError') return;
      }
    }
    setOpen((now) => !now);
  };
  return (
    <div
      ref={box}
      className={`${styles.share} ${className ?? ''}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && event.relatedTarget) setOpen(false);
      }}
    >
      <IconButton
        icon="share"
        label="Поделиться"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => void share()}
      />
      {isOpen && (
        <Suspense>
          <ShareMenu
            id={id}
            title={title}
            url={url()}
            anchor={box}
            onClose={() => {
              setOpen(false);
              box.current?.querySelector('button')?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
