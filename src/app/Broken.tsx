import { buttonClass } from '#src/ui/button-class.ts';

/** What stands in the place of a broken screen. No drawing: it must work when no other file can be loaded. */
export function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isLost = isChunkError(error);
  return (
    <div className="wrap broken" role="alert">
      <h1 tabIndex={-1}>{isLost ? 'Эта страница не загрузилась' : 'Страница сломалась'}</h1>
      <p className="soft">
        {isLost
          ? 'Её ещё нет на этом устройстве. Проверьте связь и попробуйте снова.'
          : 'Обновите её: корзина и избранное никуда не денутся.'}
      </p>
      <p>
        <button type="button" className={buttonClass('leaf')} onClick={() => (isLost ? onRetry() : location.reload())}>
          {isLost ? 'Попробовать снова' : 'Обновить'}
        </button>{' '}
        {/* A whole new page on purpose: this one is broken. */}
        <a className={buttonClass('line')} href="/katalog">
          В каталог
        </a>
      </p>
    </div>
  );
}

const isChunkError = (error: unknown): boolean =>
  error instanceof Error && /imported module|module script|preload CSS/i.test(error.message);
