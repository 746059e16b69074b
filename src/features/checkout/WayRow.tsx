import type { ReactNode } from 'react';
import { useId } from 'react';
import { isOpenWay, priceWords, type Way } from '#src/features/checkout/ways.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Delivery.module.css';
import parts from './StepParts.module.css';

type Props = {
  way: Way;
  isChosen: boolean;
  /** What it lacks is said above, once for all ways. */
  isTold?: boolean;
  onChoose: () => void;
  onPick: () => void;
  onRetry: () => void;
  /** What this way asks for beside a point: the index, the flat. */
  children?: ReactNode;
};

/** One way: a radio named by the way, its price and time, and what is still to be chosen. */
export function WayRow({ way, isChosen, isTold = false, onChoose, onPick, onRetry, children }: Props) {
  const id = useId();
  const price = priceWords(way);
  const { point, state } = way;
  // Where to is said before the choice; a chosen way with a list says it below.
  const where = isOpenWay(way) && point && !(isChosen && way.canPick) ? point.address : null;
  return (
    <li className={`${styles.way} ${isChosen ? styles.chosen : ''} ${state === 'error' ? styles.off : ''}`}>
      <label className={styles.line}>
        <input
          type="radio"
          name="delivery"
          aria-labelledby={`${id}n`}
          aria-describedby={`${id}d`}
          checked={isChosen}
          disabled={!isOpenWay(way)}
          onChange={onChoose}
        />
        <span className={styles.name}>
          <b id={`${id}n`}>{way.name}</b>
          <span id={`${id}d`} className={`small ${state === 'error' ? styles.bad : 'mute'}`}>
            {state === 'error' ? !isTold && way.error : way.hint}
            {where && (
              <span>
                {way.hint ? ': ' : ''}
                {where}
              </span>
            )}
          </span>
        </span>
        <span className={styles.price}>
          {state === 'process' ? (
            <>
              <Skeleton width={56} height={16} />
              <Skeleton width={40} height={10} />
            </>
          ) : (
            <>
              <b className={`num ${way.isPaidThere ? styles.there : ''}`}>
                {price.old && <s className={styles.old}>{price.old}</s>} {price.now}
              </b>
              {way.time && <span className="small mute num">{way.time}</span>}
            </>
          )}
        </span>
      </label>
      {state === 'error' && !isTold && (
        <div className={styles.extra}>
          <button type="button" className={`${parts.link} ${styles.near}`} onClick={onRetry}>
            Повторить
          </button>
        </div>
      )}
      {way.canPick && isOpenWay(way) && (isChosen || !point) && (
        <div className={styles.extra}>
          {point ? (
            <>
              <p>
                <Icon name="pin" size={20} />
                <span>
                  {point.address}
                  {point.schedule && <span className="small mute">{point.schedule}</span>}
                </span>
              </p>
              <button type="button" className={`${parts.link} ${styles.near}`} onClick={onPick}>
                {way.isOnlyPoint ? 'Показать на карте' : 'Другой пункт'}
              </button>
            </>
          ) : (
            <button type="button" className={buttonClass('line')} onClick={onPick}>
              <Icon name="pin" size={20} />
              Выбрать пункт выдачи
            </button>
          )}
        </div>
      )}
      {isChosen && children && <div className={`${styles.extra} ${styles.asks}`}>{children}</div>}
    </li>
  );
}
