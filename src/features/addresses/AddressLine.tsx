import { useSetAtom } from 'jotai';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { FoundAddress } from '#contract/addresses.ts';
import { foundLine, hasOwnIndex, lineOf, readLine } from '#src/features/addresses/address-form.rules.ts';
import type { AddressFields } from '#src/features/addresses/addresses.types.ts';
import { findAddressAtom } from '#src/features/addresses/find-address.atoms.ts';
import { FormField } from '#src/ui/form/FormParts.tsx';
import type { Form } from '#src/ui/form/form.types.ts';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Addresses.module.css';

const PAUSE_MS = 350;
type Props = { form: Form<AddressFields>; onParts: () => void };

/** City, street and house in one line, with suggestions where the shop has somebody to ask. */
export function AddressLine({ form, onParts }: Props) {
  const find = useSetAtom(findAddressAtom);
  const [found, setFound] = useState<readonly FoundAddress[]>([]);
  const [at, setAt] = useState(-1);
  const asked = useRef<{ timer: number; left: AbortController } | null>(null);
  const id = useId();
  const stop = () => {
    clearTimeout(asked.current?.timer);
    asked.current?.left.abort();
  };
  useEffect(() => stop, []);

  const write = (line: string) => {
    form.set(readLine(form.values, line, hasOwnIndex(form.values)));
    stop();
    setAt(-1);
    setFound([]);
    if (line.trim().length < 5) return;
    const left = new AbortController();
    const timer = window.setTimeout(() => {
      void find({ line, signal: left.signal }).then((all) => {
        // What the phone has read by itself needs no suggestion.
        if (!left.signal.aborted) setFound(all.filter((one) => one.quality === 'good' || lineOf(one) !== line.trim()));
      });
    }, PAUSE_MS);
    asked.current = { timer, left };
  };
  const choose = (one: FoundAddress) => {
    stop();
    setFound([]);
    form.set(foundLine(form.values, one));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) return;
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at <= 0 ? found.length : at) - 1);
    else if (event.key === 'Enter' && found[at]) choose(found[at]);
    else if (event.key === 'Escape') setFound([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = found.length > 0;
  return (
    <div className={styles.line}>
      <FormField name="line" label="Адрес" required hint={'Город, улица, дом: «Барнаул, ул.\u00a0Молодёжная, 12»'}>
        {(value) => (
          <TextInput
            name="line"
            // Suggestions come from the shop, with two lines each.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="combobox"
            value={value}
            maxLength={300}
            autoComplete="street-address"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => setFound([])}
          />
        )}
      </FormField>
      {isOpen && (
        <div
          id={id}
          // Each option has two lines: no datalist draws them so.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          tabIndex={-1}
          aria-label="Подсказки"
          className={styles.found}
        >
          {found.map((one, index) => (
            // The field answers the keys; the list never has the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={one.full}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              <span>{lineOf(one)}</span>
              <span className="small soft">{[one.index, one.region].filter((part) => part !== '').join(', ')}</span>
            </div>
          ))}
        </div>
      )}
      <button type="button" className={`link ${styles.make}`} onClick={onParts}>
        Ввести по частям
      </button>
    </div>
  );
}
