import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isSeparator, SHOWN_GS } from '#src/staff/scan-separator.ts';
import { Field, TextInput } from '#src/ui/Field.tsx';

type Props = {
  code: string;
  onCode: (code: string) => void;
  /** Enter, of a person or of a scanner: what stands in the field, which is empty again. */
  onScan: (typed: string) => void;
  hint: string;
  error?: string | null;
  isOpen?: boolean;
  /** It was asked for by a tap a moment ago: the scanner types into it. */
  takesFocus?: boolean;
};
/** «Код товара»: takes a scanner that types, many codes in a row, with the separators of «Честный знак». */
export function CodeField({ code, onCode, onScan, hint, error = null, isOpen = true, takesFocus = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter counts; it does not send the form around the field.
    if (event.key === 'Enter') {
      event.preventDefault();
      // A scanner is quicker than a render: the field itself has what was typed.
      const typed = event.currentTarget.value.trim();
      if (typed === '') return;
      onCode('');
      onScan(typed);
      field.current?.focus();
    } else if (isSeparator(event)) {
      event.preventDefault();
      onCode(event.currentTarget.value + SHOWN_GS);
    }
  };
  return (
    <Field label="Код товара" hint={hint} error={error}>
      <TextInput
        ref={field}
        value={code}
        maxLength={300}
        disabled={!isOpen}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        onKeyDown={onKeyDown}
        onChange={(event) => onCode(event.target.value)}
      />
    </Field>
  );
}
