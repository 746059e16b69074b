import { formatMoney } from '#src/ui/numbers.ts';

/** Kopecks as «1 290 ₽» in tabular figures; `old` is struck through and announced as the old price. */
export function Money({
  value,
  old = false,
  className,
}: {
  value: number;
  old?: boolean | undefined;
  className?: string | undefined;
}) {
  if (!old) return <span className={`num ${className ?? ''}`}>{formatMoney(value)}</span>;
  return (
    <s className={`num old ${className ?? ''}`}>
      <span className="sr">Прежняя цена: </span>
      {formatMoney(value)}
    </s>
  );
}
