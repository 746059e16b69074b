import { useState } from 'react';
import { HISTORY_KINDS, type HistoryFilter, type HistoryKind } from '#contract/bonus-history.ts';
import { choiceOf, periodChoices } from '#src/features/accounts/accounts.rules.ts';
import { KIND_WORDS, monthTitle, SHORT_NAMES } from '#src/features/accounts/accounts.words.ts';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './Account.module.css';

const ACCOUNTS = ['0', '1', '2'] as const;
const monthNow = (): number => {
  const there = new Date(Date.now() + 3 * 3_600_000);
  return there.getUTCFullYear() * 100 + there.getUTCMonth() + 1;
};

type Props = { filter: HistoryFilter; onChange: (next: HistoryFilter) => void };
/** Account, kind and months of the history. */
export function HistoryFilters({ filter, onChange }: Props) {
  const [choices] = useState(() => periodChoices(monthNow()));
  const chosen = choiceOf(filter);
  const isListed = chosen === '' || choices.some(({ value }) => value === chosen);
  return (
    <div className={styles.filters}>
      <ChipRow label="Счёт">
        <Chip pressed={filter.account === undefined} onClick={() => onChange({ ...filter, account: undefined })}>
          Все
        </Chip>
        {ACCOUNTS.map((account, i) => (
          <Chip key={account} pressed={filter.account === account} onClick={() => onChange({ ...filter, account })}>
            {SHORT_NAMES[i]}
          </Chip>
        ))}
      </ChipRow>
      <div className={styles.selects}>
        <Select
          aria-label="Операция"
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ ...filter, kind: HISTORY_KINDS.find((kind): kind is HistoryKind => kind === value) })
          }
        >
          <option value="">Все операции</option>
          {HISTORY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Период"
          value={chosen}
          onChange={({ target: { value } }) => {
            const choice = choices.find((one) => one.value === value);
            onChange({ ...filter, period: choice?.filter.period, till: choice?.filter.till });
          }}
        >
          <option value="">Всё время</option>
          {!isListed && filter.period !== undefined && <option value={chosen}>{monthTitle(filter.period)}</option>}
          {choices.map(({ value, months }) => (
            <option key={value} value={value}>
              {months.map(monthTitle).join(' – ')}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
