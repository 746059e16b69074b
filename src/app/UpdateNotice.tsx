import { atom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { UpdateState } from '#src/platform/update/update.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './UpdateNotice.module.css';

export const updateAtom = atom<UpdateState>({ kind: 'none' });

const HELD = 'Открыта незавершённая форма: закончите её и нажмите «Обновить» ещё раз';

/** «Доступна новая версия»: asks, never reloads by itself; while a form is open it waits and says so. */
export function UpdateNotice() {
  const update = useAtomValue(updateAtom);
  const [isHidden, setHidden] = useState(false);
  const isShown = update.kind !== 'none' && !isHidden;
  return (
    <output className={isShown ? styles.notice : undefined}>
      {isShown && (
        <>
          <p>
            {update.kind === 'held' ? HELD : 'Доступна новая версия'}
            <br />
            <span className="small soft">Корзина и черновики останутся</span>
          </p>
          <div className={styles.actions}>
            <Button kind="quiet" onClick={() => setHidden(true)}>
              Позже
            </Button>
            <Button
              kind="soft"
              disabled={update.kind === 'applying'}
              onClick={() => 'apply' in update && void update.apply()}
            >
              {update.kind === 'applying' ? 'Обновляем…' : 'Обновить'}
            </Button>
          </div>
        </>
      )}
    </output>
  );
}
