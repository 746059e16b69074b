import { useAtomValue, useSetAtom } from 'jotai';
import type { DeskProductField, ProductConflict } from '#contract/desk-products.ts';
import { draftAtom, setDraftAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { keepingMine, takingTheirs } from '#src/staff/desk/products/desk-products.rules.ts';
import { FIELD_WORDS, valueWords } from '#src/staff/desk/products/desk-products.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './DeskProducts.module.css';

type Props = { conflicts: readonly ProductConflict[]; onClose: () => void };

/** Somebody else has changed the same fields: what shall stand is decided here, and published by a second tap. */
export function ConflictSheet({ conflicts, onClose }: Props) {
  const draft = useAtomValue(draftAtom);
  const setDraft = useSetAtom(setDraftAtom);
  const decide = (next: typeof draft) => {
    setDraft(next);
    onClose();
  };
  return (
    <Sheet
      open={conflicts.length > 0}
      onClose={onClose}
      title="Изменили, пока вы правили"
      footer={
        <div className={styles.actions}>
          <Button kind="leaf" onClick={() => decide(keepingMine(draft, conflicts))}>
            Оставить моё
          </Button>
          <Button kind="line" onClick={() => decide(takingTheirs(draft, conflicts))}>
            Взять новое
          </Button>
        </div>
      }
    >
      <p className="soft">Пока ничего не опубликовано. Выберите и нажмите «Опубликовать» ещё раз.</p>
      <ul className={styles.quarrels}>
        {conflicts.map(({ id, title, now }) => (
          <li key={id}>
            <b>{title}</b>
            {Object.entries(now).map(([name, value]) => {
              const field = name as DeskProductField;
              return (
                <span key={name} className={styles.quarrel}>
                  {FIELD_WORDS[field]}: у вас <b>{valueWords(field, draft[id]?.edits[field])}</b>, теперь в магазине{' '}
                  <b>{valueWords(field, value)}</b>
                </span>
              );
            })}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
