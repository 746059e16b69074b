import { type RefObject, useEffect, useEffectEvent } from 'react';

type Asked = {
  input: RefObject<HTMLInputElement | null>;
  count: number;
  active: number;
  isOpen: boolean;
  onActive: (at: number) => void;
  onChoose: (at: number) => void;
  onOpen: () => void;
  onClose: () => void;
};

/**
 * Arrows, Enter and Escape of a field with a list under it. Heard on the form before the field hears them: Escape closes the
 * list first and only then, with the next press, empties the field.
 */
export function useListKeys({ input, count, active, isOpen, onActive, onChoose, onOpen, onClose }: Asked): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== input.current || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen || count === 0) {
        if (event.key === 'ArrowDown') onOpen();
        return;
      }
      take();
      // −1 is the field itself: the arrows go round through it.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      onActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      take();
      onChoose(active);
    } else if (event.key === 'Escape' && isOpen && count > 0) {
      take();
      onClose();
    } else if (event.key === 'Tab') onClose();
  });
  useEffect(() => {
    const form = input.current?.form;
    const left = new AbortController();
    form?.addEventListener('keydown', (event) => hear(event), { capture: true, signal: left.signal });
    return () => left.abort();
  }, [input]);
}
