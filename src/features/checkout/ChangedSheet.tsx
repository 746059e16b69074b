import type { PlacingChange, PlacingDetails } from '#contract/checkout.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './ChangedSheet.module.css';

type Props = {
  details: PlacingDetails;
  message: string;
  onAccept: () => void;
  onBack: () => void;
  onClose: () => void;
};

/** What is not as it was on the screen: old → new, the sum by its parts, accepted by one tap. No order has been made yet. */
export function ChangedSheet({ details, message, onAccept, onBack, onClose }: Props) {
  const { changes, due, can_accept: canAccept } = details;
  // Prices that rose before the checkout stand in its sum already: their consent is missing, the sum is no news.
  const isSameSum = due.from === due.to;
  const isOfPrices = isSameSum && changes.length > 0 && changes.every(({ kind }) => kind === 'price');
  return (
    <Sheet
      open
      onClose={onClose}
      title={isOfPrices ? 'Проверьте цены' : isSameSum ? 'Проверьте заказ' : 'Проверьте сумму'}
    >
      <div className={styles.changed} role="alert">
        <p className="soft">{isOfPrices ? risenWords(changes.length) : message}</p>
        <ul>
          {changes.map((change) => (
            <li key={keyOf(change)}>
              <p>{titleOf(change)}</p>
              <p className="num">
                <s>{wordsOf(change, change.from)}</s> → <b>{wordsOf(change, change.to)}</b>
              </p>
            </li>
          ))}
        </ul>
        {!isSameSum && <Lead name="Было" value={formatMoney(due.from)} />}
        <p className={styles.total}>
          <span>{isSameSum ? `К${NBSP}оплате` : 'Стало'}</span>
          <b className="num">{formatMoney(due.to)}</b>
        </p>
        <div className={styles.acts}>
          {canAccept && (
            <Button kind="leaf" size="lg" wide onClick={onAccept} aria-label="Принять">
              {due.to === 0 ? 'Принять и оформить' : `Принять и оплатить ${formatMoney(due.to)}`}
            </Button>
          )}
          <Button kind={canAccept ? 'quiet' : 'leaf'} wide onClick={onBack}>
            Вернуться в{NBSP}корзину
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

const risenWords = (count: number): string =>
  count === 1
    ? 'Этот товар подорожал, пока лежал в корзине. В сумме заказа новая цена уже есть: согласитесь с ней или вернитесь в корзину.'
    : 'Эти товары подорожали, пока лежали в корзине. В сумме заказа новые цены уже есть: согласитесь с ними или вернитесь в корзину.';
const ACCOUNTS = { 0: 'С личного счёта', 1: 'С комиссионного счёта', 2: 'С бонусного счёта' } as const;
function titleOf(change: PlacingChange): string {
  switch (change.kind) {
    case 'price':
      return change.title;
    case 'stock':
      return change.to === 0 ? change.title : `${change.title}, осталось ${change.to}${NBSP}шт.`;
    case 'delivery':
      return change.name;
    case 'spend':
      return ACCOUNTS[change.account_type];
  }
}
function wordsOf(change: PlacingChange, value: number): string {
  if (change.kind !== 'stock') return formatMoney(value);
  return value === 0 ? 'нет в наличии' : `${value}${NBSP}шт.`;
}
const keyOf = (change: PlacingChange): string =>
  'product_id' in change
    ? `${change.kind}:${change.product_id}`
    : `${change.kind}:${'name' in change ? change.name : change.account_type}`;
