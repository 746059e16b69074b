import { Link } from 'wouter';
import { deliveryName, isByCarrier } from '#contract/delivery-types.ts';
import { SHOP_NAME } from '#src/features/checkout/checkout.atoms.ts';
import { StepError } from '#src/features/checkout/StepError.tsx';
import { DeferredChoice } from '#src/features/checkout/together/DeferredChoice.tsx';
import { MethodChoice } from '#src/features/checkout/together/MethodChoice.tsx';
import { WayChoice } from '#src/features/checkout/together/WayChoice.tsx';
import { useTogether } from '#src/features/checkout/together/use-together.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Together.module.css';

/** /user/orders/deferred: what lies in the warehouse leaves together, and only the road is paid (docs/product/orders.md#sent-together). */
export function TogetherPage() {
  const page = useTogether();
  const { listed, state, edit, current, sending, send } = page;
  const { orders, failure } = listed;
  const cost = current?.cost ?? null;
  return (
    <div className={`wrap ${styles.page}`}>
      <header>
        <Link href="/user/orders" className={styles.back}>
          <Icon name="left" size={20} />
          Мои заказы
        </Link>
        <h1 tabIndex={-1}>Отправить отложенные</h1>
      </header>
      {orders === null && !failure && <Skeleton height={220} radius={12} />}
      {failure && (
        <Note kind="error" icon="alert">
          {failure}{' '}
          <button type="button" className="link" onClick={() => void page.load()}>
            Повторить
          </button>
        </Note>
      )}
      {orders?.length === 0 && (
        <EmptyState
          drawing="sprout"
          title="Отложенных заказов нет"
          text="Чтобы отложить заказ, выберите при оформлении «Отложенная доставка»."
          action={
            <Link href="/user/orders" className={buttonClass('leaf')}>
              Мои заказы
            </Link>
          }
        />
      )}
      {orders !== null && orders.length > 0 && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <DeferredChoice orders={orders} chosen={state.orders} onChange={(ids) => edit({ orders: ids })} />
            <WayChoice page={page} />
          </div>
          <section className={`card ${styles.box}`} aria-labelledby="together-pay">
            <h2 id="together-pay">Оплата дороги</h2>
            {cost === 0 ? (
              <Note kind="leaf" icon="check">
                Доплачивать нечего: заказы оплачены, дорога ничего не стоит здесь.
              </Note>
            ) : (
              <MethodChoice chosen={state.payment} onChoose={(payment) => edit({ payment })} />
            )}
            {current && isByCarrier(current.type) && (
              <Checkbox
                checked={state.isAgreed}
                aria-label="Согласие на передачу имени, телефона и адреса перевозчику"
                onChange={(event) => edit({ isAgreed: event.target.checked })}
              >
                Даю{' '}
                <Link href="/kompaniya/soglasie" className="link" target="_blank">
                  согласие на передачу имени, телефона и{'\u00a0'}адреса перевозчику
                </Link>
                : {deliveryName(current.type, SHOP_NAME)}
              </Checkbox>
            )}
            <StepError id="together-error" text={sending.failure ?? undefined} />
            <Button
              kind="leaf"
              size="lg"
              wide
              aria-describedby="together-error"
              aria-disabled={sending.isBusy || undefined}
              onClick={() => void send()}
            >
              {sending.isBusy
                ? 'Отправляем…'
                : cost === null || cost === 0
                  ? 'Отправить'
                  : `Отправить за ${formatMoney(cost)}`}
            </Button>
            <p className="small soft">
              Товары уже оплачены, платите только дорогу. Пока она не оплачена, заказы лежат на складе; отмените
              отправку, и они снова отложены.
            </p>
          </section>
        </div>
      )}
    </div>
  );
}
