import { Link } from 'wouter';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** /offline: words of docs/product/addresses.md#who-may-enter for what needs the network, and what works without it. */
export function Offline() {
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="offline"
        title="Нет подключения к интернету"
        text="Проверьте связь и попробуйте снова. Каталог, избранное и корзина открываются и без сети — какими вы видели их в последний раз."
        action={
          <>
            <Button kind="leaf" onClick={() => location.reload()}>
              Попробовать снова
            </Button>
            <Link href="/katalog" className={buttonClass('line')}>
              Открыть каталог
            </Link>
          </>
        }
      />
    </div>
  );
}
