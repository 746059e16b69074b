import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { ConsultantSearch } from '#src/features/newcomers/ConsultantSearch.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './Newcomers.module.css';

/** Whose person the newcomer becomes; null is whoever invites. */
export type Chosen = { cons_id: string; name: string } | null;
type Props = { chosen: Chosen; fault: string | undefined; onChoose: (chosen: Chosen) => void };

/** «Кто наставник»: oneself at first, or anybody of one's own structure. */
export function SponsorChoice({ chosen, fault, onChoose }: Props) {
  const { user } = useAtomValue(sessionAtom);
  const [isOpen, setOpen] = useState(false);
  const choose = (next: Chosen) => {
    onChoose(next);
    setOpen(false);
  };
  return (
    <section className={styles.sponsor} aria-labelledby="newcomer-sponsor">
      <h2 id="newcomer-sponsor" className={styles.label}>
        Кто наставник
      </h2>
      <div className={styles.who}>
        <Avatar name={chosen?.name ?? user.name} photo={chosen ? null : user.photo} />
        <p>
          <b>{chosen ? chosen.name : `Я, ${user.name}`}</b>
          <br />
          <span className="small soft num">{chosen?.cons_id ?? user.cons_id}</span>
        </p>
      </div>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <div className={styles.acts}>
        <Button kind="line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Выбрать другого
        </Button>
        {chosen && (
          <Button kind="quiet" onClick={() => onChoose(null)}>
            Наставник — я
          </Button>
        )}
      </div>
      {isOpen && (
        <Sheet open onClose={() => setOpen(false)} title="Наставник из вашей структуры">
          <ConsultantSearch
            scope="structure"
            action={(found) => (
              <Button kind="soft" aria-label={`Выбрать: ${found.name}`} onClick={() => choose(found)}>
                Выбрать
              </Button>
            )}
          />
        </Sheet>
      )}
    </section>
  );
}
