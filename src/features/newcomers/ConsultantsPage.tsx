import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { ConsultantSearch } from '#src/features/newcomers/ConsultantSearch.tsx';
import type { Scope } from '#src/features/newcomers/newcomers.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import styles from './Newcomers.module.css';

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['all', 'Во всей компании'],
  ['structure', 'В моей структуре'],
];

/** /user/consultants: whom a number, a name or a phone belongs to. Contacts are not told here. */
export function ConsultantsPage() {
  const [scope, setScope] = useState<Scope>('all');
  const toast = useSetAtom(showToastAtom);
  const copy = async (number: string) => {
    try {
      await navigator.clipboard.writeText(number);
      toast({ text: `Номер ${number} скопирован` });
    } catch {
      toast({ text: MESSAGES.linkNotCopied });
    }
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Консультанты</h1>
        <p className="soft">По номеру видно, кто это; по имени — какой номер.</p>
      </header>
      <section className={`card ${styles.card}`} aria-label="Поиск консультанта">
        <fieldset className={styles.scopes}>
          <legend className={styles.label}>Где искать</legend>
          {SCOPES.map(([value, words]) => (
            <Checkbox key={value} type="radio" name="scope" checked={scope === value} onChange={() => setScope(value)}>
              {words}
            </Checkbox>
          ))}
        </fieldset>
        <ConsultantSearch
          scope={scope}
          action={({ name, cons_id: number }) => (
            <Button kind="line" aria-label={`Скопировать номер: ${name}`} onClick={() => void copy(number)}>
              Скопировать номер
            </Button>
          )}
        />
      </section>
    </div>
  );
}
