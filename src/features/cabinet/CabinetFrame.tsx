import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { CabinetMenu } from '#src/features/cabinet/CabinetMenu.tsx';
import { LeavingNote } from '#src/features/cabinet/LeavingNote.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { rememberedKind } from '#src/platform/memory/who.ts';
import styles from './Cabinet.module.css';

/**
 * A screen of the cabinet: on the desktop its menu stays beside it. A guest has none.
 * @param hasOwnBar it has the whole phone, its own bar above: no other note stands there
 */
export function CabinetFrame({ children, hasOwnBar = false }: { children: ReactNode; hasOwnBar?: boolean }) {
  const { known, user } = useAtomValue(sessionAtom);
  // One tree for both: a screen that was drawn before its person was known is not drawn again, and keeps its focus.
  const isGuest = known ? user.isGuest : rememberedKind() === 'guest';
  return (
    <div className={isGuest ? undefined : styles.frame}>
      {!isGuest && <div className={styles.side}>{known && <CabinetMenu />}</div>}
      <div className={isGuest ? undefined : styles.body}>
        {user.delete_at !== undefined && !hasOwnBar && <LeavingNote deleteAt={user.delete_at} />}
        {children}
      </div>
    </div>
  );
}
