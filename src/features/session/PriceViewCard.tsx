import { useAtom, useAtomValue } from 'jotai';
import { isClientViewAtom, realPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import { Switch } from '#src/ui/Switch.tsx';
import styles from './PriceViewCard.module.css';

/** Before the phone is turned to a client (docs/product/prices.md#prices-for-the-client). Nothing for those who have client prices anyway. */
export function PriceViewCard({ className }: { className?: string }) {
  const real = useAtomValue(realPriceTypeAtom);
  const [isClientView, setClientView] = useAtom(isClientViewAtom);
  if (real === 0) return null;
  return (
    <section className={`card ${styles.card} ${className ?? ''}`} aria-labelledby="prices-title">
      <h2 id="prices-title">Цены на экране</h2>
      <Switch checked={isClientView} onChange={(isOn) => void setClientView(isOn)} aria-describedby="prices-hint">
        Цены для клиента
      </Switch>
      <p id="prices-hint" className="small soft">
        {isClientView
          ? 'Сейчас на всех экранах цены клиента. Ваши цены и баллы скрыты.'
          : 'Включите, прежде чем показать экран клиенту: ваши цены и баллы исчезнут.'}
      </p>
    </section>
  );
}
