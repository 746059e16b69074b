import { Link } from 'wouter';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** /403: the person is known, but the page is for another role (docs/product/addresses.md#who-may-enter). */
export function Forbidden() {
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="lock"
        title="Недостаточно прав"
        text="Эта страница открыта для другой роли. Если так быть не должно, войдите под другой записью."
        action={
          <>
            <Link href="/katalog" className={buttonClass('leaf')}>
              Открыть каталог
            </Link>
            <Link href="/user" className={buttonClass('line')}>
              В кабинет
            </Link>
          </>
        }
      />
    </div>
  );
}
