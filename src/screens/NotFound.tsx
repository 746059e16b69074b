import { Link } from 'wouter';
import { buttonClass } from '#src/ui/button-class.ts';
import { usePageTitle } from '#src/ui/page-title.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** /404 and every address that is not ours. */
export function NotFound() {
  usePageTitle('Страница не найдена');
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="lost"
        title="Страница не найдена"
        text="Адрес набран с ошибкой, или страницы больше нет. Найдите товар поиском или откройте каталог."
        action={
          <>
            <Link href="/katalog" className={buttonClass('leaf')}>
              Открыть каталог
            </Link>
            <Link href="/eshop" className={buttonClass('line')}>
              В магазин
            </Link>
          </>
        }
      />
    </div>
  );
}
