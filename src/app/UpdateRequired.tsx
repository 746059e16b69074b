import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { takeNewBuild } from '#src/platform/update/update.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';

const WHY = {
  busy: 'В другой вкладке открыта незавершённая форма. Закончите её и нажмите «Обновить» ещё раз.',
  offline: 'Новая версия ещё не скачана: нужен интернет. Когда он появится, нажмите «Обновить» ещё раз.',
};

/** Stands in the place of the whole app: this build is too old for the shop. Nothing of what was done is lost. */
export function UpdateRequired() {
  const { pending } = useAtomValue(syncAtom);
  const [state, setState] = useState<'asked' | 'applying' | keyof typeof WHY>('asked');
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.querySelector('h1')?.focus(), []);
  const isApplying = state === 'applying';
  const update = async () => {
    if (isApplying) return;
    setState('applying');
    const kept = await takeNewBuild();
    if (kept) setState(kept);
  };
  return (
    <main id="main" ref={main} className="wrap">
      <EmptyState
        level={1}
        drawing="sprout"
        title="Нужна новая версия приложения"
        text="Эта версия больше не подходит магазину. Всё, что вы сделали, сохранено на телефоне и отправится после обновления."
        action={
          <Button kind="leaf" size="lg" aria-disabled={isApplying || undefined} onClick={() => void update()}>
            {isApplying ? 'Обновляем…' : 'Обновить'}
          </Button>
        }
      >
        {pending.length > 0 && <p>Ждёт отправки: {pending.length}</p>}
        <output>{state === 'busy' || state === 'offline' ? WHY[state] : ''}</output>
      </EmptyState>
    </main>
  );
}
