import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';

/** Whoever came in by keyboard goes back to where they were. */
export function useWayBack() {
  const before = useRef<Element | null>(null);
  const isInside = useRef(false);
  useLayoutEffect(
    () => () => {
      if (isInside.current && before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true });
    },
    [],
  );
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      isInside.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      isInside.current = currentTarget.contains(relatedTarget);
    },
  };
}

export function useEscape(close: () => Promise<void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A modal dialog above it, a field or an open list has its own use for the key.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if ((event.target as Element | null)?.closest?.('input, textarea, select, [popover]')) return;
      void close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [close]);
}
