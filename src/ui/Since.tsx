import { formatAt } from './format.ts';

/** «сохранено в 14:05», «сохранено 20 ноября в 14:05»: every screen from storage says since when. */
export function Since({
  at,
  prefix = 'сохранено',
  className = 'small mute',
}: {
  at: string;
  prefix?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <time dateTime={at} className={className}>
      {prefix} {formatAt(at)}
    </time>
  );
}
