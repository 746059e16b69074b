import { useLayoutEffect, useRef, useState } from 'react';
import { closedBy } from '#src/ui/closed-by.ts';
import { StepperInput } from '#src/ui/StepperInput.tsx';

type Props = { value: number; barred?: string | undefined; onInput: (value: number) => void };

/** The number of a card's stepper: a tap makes it a field. Comes after the first cards; until then the number is text. */
export function TypedNumber({ value, barred, onInput }: Props) {
  const [isTyping, setTyping] = useState(false);
  const number = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  useLayoutEffect(() => {
    if (!isTyping && isBack.current) number.current?.focus({ preventScroll: true });
    isBack.current = false;
  }, [isTyping]);
  if (isTyping)
    return (
      <StepperInput
        value={value}
        isOpened
        onInput={onInput}
        onEnd={(byKey) => {
          isBack.current = byKey;
          setTyping(false);
        }}
      />
    );
  return (
    <button
      ref={number}
      type="button"
      aria-label={`${value} шт., ввести число`}
      onClick={() => setTyping(barred === undefined)}
      {...closedBy(barred)}
    >
      <span aria-live="polite">{value}</span>
    </button>
  );
}
