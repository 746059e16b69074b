import { type FormEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useState } from 'react';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { isSeparator, SHOWN_GS } from '#src/staff/scan-separator.ts';
import { SCAN_WORDS } from '#src/staff/punkt/scan.words.ts';
import styles from './ScanField.module.css';

const CameraScan = lazy(() => import('#src/staff/punkt/CameraScan.tsx').then((made) => ({ default: made.CameraScan })));

type Props = {
  /** What it is for, as its accessible name. */
  label: string;
  hint: string;
  value: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
  /** Enter, of a person or of a scanner, or a code that the camera has read. The field is empty afterwards. */
  onScan: (text: string) => void;
};

/** One field for a scanner that types, the camera and typing (docs/product/counter.md#field). */
export function ScanField({ label, hint, value, fieldRef, onChange, onScan }: Props) {
  const [hasCamera, setCamera] = useState(false);
  const finish = (text: string) => {
    if (text.trim() === '') return;
    onChange('');
    onScan(text);
  };
  const catchSeparator = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isSeparator(event)) return;
    event.preventDefault();
    onChange(event.currentTarget.value + SHOWN_GS);
  };
  return (
    <search className={styles.scan}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          // A scanner is quicker than a render: the field itself has what was typed.
          finish(fieldRef.current?.value ?? value);
          fieldRef.current?.focus();
        }}
      >
        <Icon name="scan" size={30} className={styles.icon} />
        <input
          ref={fieldRef}
          type="search"
          className={`${styles.input} num`}
          aria-label={label}
          placeholder={hint}
          value={value}
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onKeyDown={catchSeparator}
          onChange={(event) => onChange(event.target.value)}
        />
        {value !== '' && (
          <IconButton
            icon="x"
            label="Очистить"
            onClick={() => {
              onChange('');
              fieldRef.current?.focus();
            }}
          />
        )}
        <IconButton
          icon="camera"
          label={SCAN_WORDS.openCamera}
          pressed={hasCamera}
          onClick={() => setCamera(!hasCamera)}
        />
      </form>
      {hasCamera && (
        <Suspense fallback={null}>
          <CameraScan onScan={finish} onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </search>
  );
}
