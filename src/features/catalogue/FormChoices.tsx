import { type ReactNode, useState } from 'react';
import type { FormChoice } from '#src/features/catalogue/filter.rules.ts';
import { Choice, Folded, Group, toggled } from '#src/features/catalogue/FilterGroup.tsx';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './FilterFields.module.css';

const SHOWN = 6;
/** From here on a form is looked for by its name. */
const MANY = 10;

/** «Форма»: of one kind of goods a list, of several each kind under its own name, and a field that finds among many. */
export function FormChoices({ list: { result, listing, change } }: { list: ListState }) {
  const [query, setQuery] = useState('');
  const [isAll, setAll] = useState(false);
  const forms = result?.forms ?? [];
  if (forms.length < 2) return null;
  const wanted = plain(query);
  const like = wanted === '' ? forms : forms.filter(({ form }) => plain(form).includes(wanted));
  const isChosen = ({ key, form }: FormChoice) => listing.forms.includes(key) || listing.forms.includes(form);
  const line = (choice: FormChoice) => (
    <Choice
      key={choice.key}
      words={choice.form}
      count={choice.count}
      checked={isChosen(choice)}
      onChange={() => {
        // An address that names the form alone means all kinds of it; from here on one of them is meant.
        const others = listing.forms.filter((one) => one !== choice.form || one === choice.key);
        change({ forms: isChosen(choice) ? others.filter((one) => one !== choice.key) : toggled(others, choice.key) });
      }}
    />
  );
  const kinds = new Map(forms.map(({ kind }) => [kind.id, kind]));
  const shown = isAll || wanted !== '' ? like : like.filter((choice, i) => i < SHOWN || isChosen(choice));
  return (
    <Group title="Форма">
      {forms.length > MANY && (
        <TextInput
          type="search"
          className={styles.find}
          aria-label="Найти форму"
          placeholder="Капсулы, крем…"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {like.length === 0 && <p className="small mute">Такой формы здесь нет.</p>}
      {kinds.size > 1
        ? [...kinds.values()].map((kind) => (
            <Kind
              key={kind.id}
              title={kind.title}
              choices={like.filter((choice) => choice.kind.id === kind.id)}
              isOpen={wanted !== '' || like.some((choice) => choice.kind.id === kind.id && isChosen(choice))}
              line={line}
            />
          ))
        : shown.map(line)}
      {kinds.size === 1 && shown.length < like.length && (
        <button type="button" className={`link ${styles.more}`} onClick={() => setAll(true)}>
          Ещё {like.length - shown.length}
        </button>
      )}
    </Group>
  );
}

type KindProps = {
  title: string;
  choices: readonly FormChoice[];
  isOpen: boolean;
  line: (choice: FormChoice) => ReactNode;
};
function Kind({ title, choices, isOpen, line }: KindProps) {
  if (choices.length === 0) return null;
  return (
    <Folded className={styles.kind} summary={<summary>{title}</summary>} isOpen={isOpen}>
      <fieldset aria-label={`Форма: ${title}`}>{choices.map(line)}</fieldset>
    </Folded>
  );
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е');
