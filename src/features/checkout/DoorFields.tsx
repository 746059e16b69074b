import { useAtomValue, useSetAtom } from 'jotai';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { DoorDraft } from '#src/features/checkout/checkout.types.ts';
import { EnterForm } from '#src/features/checkout/EnterForm.tsx';
import { lineWithFlat } from '#src/features/checkout/door.rules.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import styles from './Delivery.module.css';

type Props = { error: string | readonly string[] | undefined; onFix: () => void; onEnter: () => void };

/** What the courier needs beside street and house. A private house has no flat to name. */
export function DoorFields({ error, onFix, onEnter }: Props) {
  const draft = useAtomValue(draftAtom);
  const write = useSetAtom(writeDraftAtom);
  if (!draft?.place) return null;
  const { door, place } = draft;
  const change = (more: Partial<DoorDraft>) => {
    const next = { ...door, ...more };
    write({ door: next, where: lineWithFlat(place, next) });
    onFix();
  };
  return (
    <EnterForm className={styles.door} onEnter={onEnter}>
      {!door.isPrivate && (
        <Field label="Квартира" required error={error}>
          <TextInput
            autoComplete="address-line2"
            value={door.flat}
            maxLength={20}
            onChange={(event) => change({ flat: event.target.value })}
          />
        </Field>
      )}
      <Checkbox
        className={styles.private}
        checked={door.isPrivate}
        onChange={(event) => change({ isPrivate: event.target.checked })}
      >
        Частный дом
      </Checkbox>
      <Field label="Курьеру" hint="Подъезд, этаж, домофон" className={styles.note}>
        <TextInput
          autoComplete="off"
          value={door.note}
          maxLength={200}
          onChange={(event) => write({ door: { ...door, note: event.target.value } })}
        />
      </Field>
    </EnterForm>
  );
}
