import { formatTenths, NBSP, pluralOf } from '#src/ui/numbers.ts';
import styles from './PointsTerm.module.css';

/** Points (numbers in steps of 0.5) after the seed mark: «20 б.», long «20 баллов». */
export function Points({
  value,
  long = false,
  className,
}: {
  value: number;
  long?: boolean | undefined;
  className?: string | undefined;
}) {
  const words = `${formatTenths(value)}${NBSP}${pluralOf(value, { one: 'балл', few: 'балла', many: 'баллов', other: 'балла' })}`;
  return (
    <span className={`${styles.pts} ${className ?? ''}`} title={long ? undefined : words}>
      {long ? words : `${formatTenths(value)}${NBSP}б.`}
    </span>
  );
}
