import { type ReactNode, useId } from 'react';
import type { FoundConsultant } from '#contract/consultants.ts';
import { SEARCH_MAX } from '#contract/consultants.ts';
import type { Scope } from '#src/features/newcomers/newcomers.atoms.ts';
import { type Search, useConsultantSearch } from '#src/features/newcomers/use-consultant-search.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './ConsultantSearch.module.css';

type Props = { scope: Scope; action: (found: FoundConsultant) => ReactNode };

/** A field and whom it finds: by the beginning of a name, a number or a whole phone (docs/product/people.md#search). */
export function ConsultantSearch({ scope, action }: Props) {
  const { typed, setTyped, state, retry } = useConsultantSearch(scope);
  const status = useId();
  return (
    <div className={styles.search}>
      <Field label="Имя, номер или телефон" hint="Телефон — целиком: по части номера никого не найти">
        <TextInput
          type="search"
          value={typed}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          aria-describedby={status}
          onChange={({ target }) => setTyped(target.value)}
          // It may stand inside a form: Enter there would send that one.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <output id={status} className={`small soft ${styles.status}`}>
        {wordsOf(state)}
      </output>
      {state.kind === 'asking' && (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton height={64} radius={12} />
          <Skeleton height={64} radius={12} />
        </div>
      )}
      {state.kind === 'failed' && (
        <Note kind="seed" icon="alert">
          {state.text}
          <Button kind="quiet" onClick={retry}>
            Повторить
          </Button>
        </Note>
      )}
      {state.kind === 'found' && state.items.length > 0 && (
        <ul className={styles.list} aria-label="Консультанты">
          {state.items.map((one) => (
            <li key={one.id} className={styles.row}>
              <Avatar name={one.name} photo={one.photo} />
              <div className={styles.who}>
                <b>{one.name}</b>
                <span className="small soft">
                  <span className="num">{one.cons_id}</span>
                  {one.city && `, ${one.city}`}
                </span>
              </div>
              {action(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function wordsOf(state: Search): string {
  if (state.kind === 'short') return 'Введите не меньше трёх букв или цифр';
  if (state.kind !== 'found') return '';
  const { length } = state.items;
  if (length === 0) return 'Никого не нашли. Проверьте буквы или введите номер целиком';
  return length < SEARCH_MAX
    ? `Найдено: ${length}`
    : `Первые ${SEARCH_MAX}. Введите больше букв, чтобы увидеть остальных`;
}
