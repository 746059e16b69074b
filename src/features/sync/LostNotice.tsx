import { useAtomValue, useSetAtom } from 'jotai';
import { closeLostAtom, lostAtom } from '#src/features/sync/lost.atoms.ts';
import { lostWords } from '#src/features/sync/lost.rules.ts';
import { formatSince } from '#src/device/clock.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './SyncNotice.module.css';

/** The browser has cleared the phone's memory: told once, with what the server last knew (docs/product/offline.md#eviction). */
export function LostNotice() {
  const lost = useAtomValue(lostAtom);
  const close = useSetAtom(closeLostAtom);
  if (!lost) return null;
  return (
    <aside className={styles.notice} aria-label="Память телефона очищена">
      <output className={styles.words}>
        <b>Телефон стёр память приложения</b>
        <br />
        {lostWords(lost, formatSince(lost.at))}
      </output>
      <div className={styles.actions}>
        <Button kind="soft" onClick={() => void close()}>
          Понятно
        </Button>
      </div>
    </aside>
  );
}
