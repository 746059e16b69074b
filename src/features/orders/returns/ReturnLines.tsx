import type { ReactNode } from 'react';
import type { ReturnOption } from '#contract/return-calls.ts';
import { RETURN_REASON_NAMES, RETURN_REASONS } from '#contract/returns.ts';
import { NO_REASON, type ReturnValues, whyNotReason } from '#src/features/orders/returns/return-form.rules.ts';
import type { Form } from '#src/ui/form/form.types.ts';
import { FormField, FormTick } from '#src/ui/form/FormParts.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './Return.module.css';

type Props = {
  rows: readonly ReturnOption[];
  now: Date;
  form: Pick<Form<ReturnValues>, 'values' | 'set'>;
  picture: (image: string | null) => ReactNode;
};

/** Each line: how many pieces, and why. A reason whose time is over is not offered. */
export const ReturnLines = ({ rows, now, form, picture }: Props) => (
  <ul className={styles.lines}>
    {rows
      .filter(({ pieces }) => pieces > 0)
      .map((row) => (
        <li key={row.line_id}>
          {picture(row.image)}
          <div className={styles.line}>
            <p className={styles.name}>{row.title}</p>
            <Choice row={row} now={now} form={form} />
          </div>
        </li>
      ))}
  </ul>
);

function Choice({ row, now, form: { values } }: Pick<Props, 'now' | 'form'> & { row: ReturnOption }) {
  const { line_id: id, pieces, limited, title } = row;
  const open = RETURN_REASONS.filter((reason) => whyNotReason(row, reason, now) === null);
  if (open.length === 0) return <p className="small soft">Срок возврата этого товара закончился.</p>;
  const isChosen = values[`line_${id}`] !== '0';
  const isUnwanted = values[`reason_${id}`] === 'unwanted';
  return (
    <>
      <FormField name={`line_${id}`} label="Сколько вернуть">
        {(value, set) => (
          <Select aria-label={`Сколько вернуть: ${title}`} value={value} onChange={({ target }) => set(target.value)}>
            {Array.from({ length: pieces + 1 }, (_, count) => (
              <option key={count} value={count}>
                {count === 0 ? 'Не возвращаю' : `${count} из ${pieces}`}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {isChosen && (
        <FormField name={`reason_${id}`} label="Причина" required>
          {(value, set) => (
            <Select aria-label={`Причина: ${title}`} value={value} onChange={({ target }) => set(target.value)}>
              <option value={NO_REASON}>Выберите</option>
              {open.map((reason) => (
                <option key={reason} value={reason}>
                  {RETURN_REASON_NAMES[reason]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {isChosen && isUnwanted && limited && (
        <>
          <FormTick name={`unopened_${id}`} label="Упаковка не вскрыта">
            Упаковка не вскрыта
          </FormTick>
          <p className="small soft">
            БАД, еду и косметику без недостатков закон принимать не обязывает. Невскрытое магазин может принять:
            ответим.
          </p>
        </>
      )}
    </>
  );
}
