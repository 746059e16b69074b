import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import type { SyncState } from '#src/features/catalogue/catalogue.types.ts';
import { endColdAtom, isOfflineReadyAtom } from '#src/features/sync/ready.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatBytes } from '#src/ui/format.ts';
import styles from './SyncNotice.module.css';

/** How long «Готово» stands. */
const DONE_MS = 6000;

/** The first start from the home screen: what is still on its way, in numbers, until it may be promised (docs/product/offline.md F36). */
export function WarmUp() {
  const isReady = useAtomValue(isOfflineReadyAtom);
  const sync = useAtomValue(syncStateAtom);
  const end = useSetAtom(endColdAtom);
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => void end(), DONE_MS);
    return () => clearTimeout(timer);
  }, [isReady, end]);
  return (
    <aside className={styles.notice} aria-label="Подготовка к работе без сети">
      <output className={styles.words}>
        {isReady ? 'Готово: каталог, избранное и\u00a0корзина открываются и\u00a0без\u00a0сети' : wordsFor(sync)}
      </output>
      {!isReady && sync.kind === 'loading' && (
        <>
          <p className="small mute num">
            {formatBytes(sync.doneBytes)} из {formatBytes(sync.totalBytes)}
          </p>
          <progress max={sync.totalBytes} value={sync.doneBytes} aria-label="Загрузка каталога" />
        </>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" onClick={() => void end()}>
          {isReady ? 'Понятно' : 'Скрыть'}
        </Button>
      </div>
    </aside>
  );
}

function wordsFor({ kind }: SyncState): string {
  switch (kind) {
    case 'loading':
      return 'Готовим работу без\u00a0сети: сохраняем каталог';
    case 'idle':
      return 'Готовим работу без\u00a0сети: сохраняем приложение';
    case 'offline':
      return 'Нет сети. Откройте приложение один раз с\u00a0интернетом, и\u00a0каталог сохранится';
    case 'broken':
      return 'Каталог пока не\u00a0пришёл. Попробуем ещё раз, когда появится связь';
    case 'full':
      return 'На\u00a0телефоне не\u00a0осталось места: без\u00a0сети каталог не\u00a0откроется';
  }
}
