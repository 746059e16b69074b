import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { CabinetMenu } from '#src/features/cabinet/CabinetMenu.tsx';
import { LeavingNote } from '#src/features/cabinet/LeavingNote.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import styles from './Cabinet.module.css';

/**
 * A screen of the cabinet: on the desktop its menu stays beside it. A guest has none.
 * @param hasOwnBar it has the whole phone, its own bar above: no other note stands there
 */
export function CabinetFrame({ children, hasOwnBar = false }: { children: ReactNode; hasOwnBar?: boolean }) {
  const { known, user } = useAtomValue(sessionAtom);
  if (known && user.isGuest) return children;
  return (
    <div className={styles.frame}>
      <div className={styles.side}>{known && <CabinetMenu />}</div>
      <div className={styles.body}>
        {user.delete_at !== undefined && !hasOwnBar && <LeavingNote deleteAt={user.delete_at} />}
        {children}
      </div>
    </div>
  );
}
