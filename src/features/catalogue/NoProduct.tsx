import { Link } from 'wouter';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

type Props = {
  kind: 'unknown' | 'offline' | 'broken';
  onRetry: () => void;
  /** 2 inside a dialog. */
  level?: 1 | 2;
};

/** A product that cannot be shown: why, and the way on. */
export function NoProduct({ kind, onRetry, level = 1 }: Props) {
  const toList = (
    <Link href="/katalog" className={buttonClass(kind === 'unknown' ? 'leaf' : 'line')}>
      В каталог
    </Link>
  );
  if (kind === 'unknown') {
    return (
      <EmptyState
        level={level}
        drawing="lost"
        title="Такого товара нет"
        text="Его могли снять с продажи, или в адресе ошибка. Попробуйте найти по названию или коду."
        action={toList}
      />
    );
  }
  return (
    <EmptyState
      level={level}
      drawing="offline"
      title={kind === 'offline' ? 'Этого товара нет в сохранённом каталоге' : 'Товар не загрузился'}
      text={
        kind === 'offline' ? 'Нужен интернет, чтобы его показать.' : 'Сервис временно не доступен. Попробуйте ещё раз.'
      }
      action={
        <>
          <Button kind="leaf" onClick={onRetry}>
            Попробовать снова
          </Button>
          {toList}
        </>
      }
    />
  );
}
