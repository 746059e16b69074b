import { formatNumber, NBSP, pluralOf } from '#src/ui/numbers.ts';

export const productsCount = (count: number): string =>
  `${formatNumber(count)}${NBSP}${pluralOf(count, { one: 'товар', few: 'товара', many: 'товаров', other: 'товара' })}`;
export const lessonsCount = (count: number): string =>
  `${formatNumber(count)}${NBSP}${pluralOf(count, { one: 'урок', few: 'урока', many: 'уроков', other: 'урока' })}`;
