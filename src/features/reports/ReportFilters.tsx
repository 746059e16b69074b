import { useEffect, useState } from 'react';
import { SEARCH_MIN } from '#contract/consultants.ts';
import { type ListName, type ReportAsked, withWord } from '#src/features/reports/reports.rules.ts';
import type { ReportReply } from '#src/features/reports/reports.atoms.ts';
import { CATEGORY_NAMES, monthWords, STRUCTURE_WORDS } from '#src/features/reports/reports.words.ts';
import { Field } from '#src/ui/Field.tsx';
import { formatNumber } from '#src/ui/format.ts';
import { Select } from '#src/ui/Select.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Reports.module.css';

type Props = {
  report: ListName;
  asked: ReportAsked;
  data: ReportReply | null;
  /** Months that may be asked for, the open one first; of the last answer while the next one is on its way. */
  periods: ReportReply['periods'];
  /** 1–12. */
  month: number;
  statuses: readonly { id: number; name: string }[];
  onChange: (next: ReportAsked) => void;
};
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

export function ReportFilters({ report, asked, data, periods: known, month, statuses, onChange }: Props) {
  const set = (change: ReportAsked) => onChange(withWord(asked, change));
  const periods = report === 'rookie' ? known.slice(0, 6) : known;
  return (
    <search className={styles.filters}>
      {report === 'birthdays' ? (
        <Pick
          label="Месяц"
          value={asked.month ?? String(month)}
          options={MONTHS.map((one) => [String(one), monthWords(one)])}
          onChange={(value) => set({ month: value })}
        />
      ) : (
        <Pick
          label="Период"
          value={asked.period ?? String(known[0]?.id ?? '')}
          options={periods.map(({ id, name }) => [String(id), name])}
          // The open month is asked for in one way, so that its copy is found without a network too.
          onChange={(value) => set({ period: value === String(known[0]?.id) ? undefined : value })}
        />
      )}
      {report === 'activity' && (
        <>
          <Pick
            label="Активность"
            value={asked.active ?? ''}
            options={[
              ['', 'Все'],
              ['yes', 'Активные'],
              ['no', 'Не активные'],
            ]}
            onChange={(value) => set({ active: value || undefined })}
          />
          <Pick
            label="Статус"
            value={asked.status ?? ''}
            options={[['', 'Любой'], ...statuses.map(({ id, name }): [string, string] => [String(id), name])]}
            onChange={(value) => set({ status: value || undefined })}
          />
        </>
      )}
      {report === 'inactive' && (
        <Pick
          label="Категория"
          value={asked.category ?? ''}
          options={[
            ['', 'Все'],
            ...(['silent', 'sleeping', 'gone'] as const).map((one): [string, string] => [
              one,
              categoryWords(one, asked, data),
            ]),
          ]}
          onChange={(value) => set({ category: value || undefined })}
        />
      )}
      {report === 'birthdays' && (
        <Pick
          label="Линия"
          value={asked.line ?? ''}
          options={[['', 'Все'], ...MONTHS.slice(0, 10).map((one): [string, string] => [String(one), `${one}-я`])]}
          onChange={(value) => set({ line: value || undefined })}
        />
      )}
      {report !== 'new-statuses' && (
        <Structure value={asked.structure ?? '1'} onChange={(value) => set({ structure: value })} />
      )}
      <Search value={asked.q ?? ''} onChange={(q) => set({ q: q || undefined })} />
    </search>
  );
}
/** With its number, while no category is chosen: then the totals are of all of them. */
const categoryWords = (one: 'silent' | 'sleeping' | 'gone', asked: ReportAsked, data: ReportReply | null): string =>
  data && asked.category === undefined
    ? `${CATEGORY_NAMES[one]}, ${formatNumber(data.totals[one])}`
    : CATEGORY_NAMES[one];

type PickProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};
const Pick = ({ label, value, options, onChange }: PickProps) => (
  <Field label={label} className={styles.pick}>
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  </Field>
);

const Structure = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <fieldset className={styles.structure}>
    <legend>Структура</legend>
    <div>
      {STRUCTURE_WORDS.map((words, i) => (
        <button key={words} type="button" aria-pressed={value === String(i)} onClick={() => onChange(String(i))}>
          {words}
        </button>
      ))}
    </div>
  </fieldset>
);

function Search({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const wanted = typed.trim();
  // Back, «Показать всех» and a branch change the address from outside; the field stays the same one, so nobody loses the focus.
  if (seen !== value) {
    setSeen(value);
    if (value !== wanted) setTyped(value);
  }
  const isShort = wanted !== '' && wanted.length < SEARCH_MIN;
  useEffect(() => {
    if (wanted === value || isShort) return undefined;
    const timer = setTimeout(() => onChange(wanted), REST_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      label="Поиск"
      className={styles.find}
      hint={isShort ? `Введите не меньше ${SEARCH_MIN} букв или цифр` : undefined}
    >
      <TextInput
        type="search"
        value={typed}
        maxLength={100}
        placeholder="Имя или рег. номер"
        onChange={({ target }) => setTyped(target.value)}
      />
    </Field>
  );
}
