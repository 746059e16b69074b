import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { cityAtom, isCityAskedAtom, startCityAtom } from '#src/features/session/city-state.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './CityButton.module.css';

/** The city of the person, and the way to another one. */
export function CityButton({ className }: { className?: string | undefined }) {
  const city = useAtomValue(cityAtom);
  const { known, uid } = useAtomValue(sessionAtom);
  const start = useSetAtom(startCityAtom);
  const ask = useSetAtom(isCityAskedAtom);
  useEffect(() => {
    if (known) void start();
  }, [known, uid, start]);
  return (
    <button
      type="button"
      className={`${styles.city} ${className ?? ''}`}
      aria-haspopup="dialog"
      onClick={() => ask(true)}
    >
      <Icon name="pin" size={20} />
      <span className={styles.name}>
        {city ? (
          <>
            <span className="sr">Город: </span>
            {city.title}
          </>
        ) : (
          'Выберите город'
        )}
      </span>
    </button>
  );
}
