import { useAtomValue } from 'jotai';
import { networkAtom } from '#src/platform/api/network.ts';
import { Field } from '#src/ui/Field.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Structure.module.css';

/** The field above the tree; who fits is shown by `FoundPeople`. */
export function StructureSearch({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { isOnline } = useAtomValue(networkAtom);
  return (
    <Field
      label="Поиск"
      className={styles.field}
      hint={isOnline ? undefined : 'Без связи видны ветки, которые вы уже открывали. Поиск вернётся вместе с сетью.'}
    >
      <TextInput
        type="search"
        value={q}
        maxLength={100}
        disabled={!isOnline}
        placeholder="Имя или рег. номер"
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
