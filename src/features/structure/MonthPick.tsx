import { useAtomValue } from 'jotai';
import { type Month, monthsToChooseAtom } from '#src/features/structure/structure.atoms.ts';
import { Field } from '#src/ui/Field.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './Structure.module.css';

const month = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** For a month of the address while no answer has named the months. */
const nameOf = (period: number): string =>
  month.format(new Date(Date.UTC(Math.floor(period / 100), (period % 100) - 1, 1))).replace(/\s*г\.$/, '');

type Props = { month: Month; onChange: (month: Month) => void };
/** Which month the tree is of: the open one, or one of those before it. */
export function MonthPick({ month: chosen, onChange }: Props) {
  const known = useAtomValue(monthsToChooseAtom);
  const isKnown = chosen === null || known.some(({ id }) => id === chosen);
  const periods = isKnown ? known : [...known, { id: chosen, name: nameOf(chosen) }];
  const open = known[0]?.id;
  return (
    <Field label="Период" className={styles.month}>
      <Select
        value={String(chosen ?? open ?? '')}
        disabled={periods.length === 0}
        onChange={({ target }) => onChange(Number(target.value) === open ? null : Number(target.value))}
      >
        {periods.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
