import { formatAsOf } from './format.ts';

/** «данные на 14:02», «данные от 20 ноября, 14:02»: of when the copy is that is shown (docs/product/offline.md#kept-answers). */
export function AsOf({ at, className = 'small soft' }: { at: string; className?: string | undefined }) {
  return (
    <time dateTime={at} className={className}>
      {formatAsOf(at)}
    </time>
  );
}
