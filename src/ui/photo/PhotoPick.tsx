import { useId, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { ErrorList } from '../Field.tsx';
import { Icon } from '../Icon.tsx';
import { shrinkPhoto } from './shrink-photo.ts';

type Props = {
  label: string;
  busyLabel: string;
  maxBytes: number;
  /** The words for a file over `maxBytes`. */
  tooLarge: string;
  /** Why nothing can be sent now; the button is closed and says so. */
  reason?: string | null;
  /** The file as base64; answers with faults in words, none when it was taken. Never throws. */
  onPick: (image: string) => Promise<readonly string[]>;
};

/** Chooses a photograph, makes it small and hands it on. A refusal stands below the button, which then chooses another one. */
export function PhotoPick({ label, busyLabel, maxBytes, tooLarge, reason = null, onPick }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const id = useId();
  const pick = async (chosen: File | undefined) => {
    if (!chosen || isBusy) return;
    setBusy(true);
    setErrors([]);
    const image = await shrinkPhoto(chosen, maxBytes).catch(() => null);
    setErrors(image === null ? [tooLarge] : await onPick(image));
    setBusy(false);
  };
  return (
    <div>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hidden
        aria-label={label}
        data-testid="photo-file"
        onChange={({ target }) => {
          void pick(target.files?.[0]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button
        kind="line"
        wide
        disabled={reason !== null}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        aria-describedby={reason === null ? `${id}e` : `${id}r`}
        onClick={() => !isBusy && file.current?.click()}
      >
        <Icon name="camera" size={18} /> {isBusy ? busyLabel : label}
      </Button>
      {reason !== null && (
        <p id={`${id}r`} className="small soft">
          {reason}
        </p>
      )}
      <ErrorList id={`${id}e`} errors={errors} role="alert" />
    </div>
  );
}
