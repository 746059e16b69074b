import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { catalogueAsOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { pillAtom } from '#src/features/sync/pill.atoms.ts';
import { formatSince } from '#src/device/clock.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { isShopAwayAtom, networkAtom } from '#src/platform/api/network.ts';
import styles from './SyncPill.module.css';

/**
 * Offline is a state, not an error (docs/product/look.md#feel). Always in the page, so that a change is announced; drawn only when
 * there is something to say. Phone: top of the content; from the tablet up: in the header (only one of the two is displayed).
 */
export function SyncPill() {
  const { isOnline } = useAtomValue(networkAtom);
  const isAway = useAtomValue(isShopAwayAtom);
  const asOf = useAtomValue(catalogueAsOfAtom);
  const pill = useAtomValue(pillAtom);
  const isShown = !useHydrating() && (!isOnline || isAway || pill);
  const missing = isOnline ? isAway && 'Магазин не\u00a0отвечает' : 'Нет сети';
  return (
    <output aria-label="Состояние синхронизации" className={isShown ? undefined : 'sr'}>
      {isShown && (
        <Link href="/user/sync" className={styles.pill} data-tone={pill?.tone}>
          <span>
            {missing}
            {missing && asOf && (
              <span className={styles.since}>
                {' '}
                — {!pill && 'показываем '}сохранённое от{'\u00a0'}
                <span className="num">{formatSince(asOf)}</span>
              </span>
            )}
            {/* Between facts whatever they are: the network may be gone before the queue has heard of it. */}
            {missing && pill && ' · '}
            {pill?.text}
            <span aria-hidden="true">{pill?.more}</span>
          </span>
        </Link>
      )}
    </output>
  );
}
