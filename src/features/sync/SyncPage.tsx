import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { catalogueAsOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { DiagnosticsCard } from '#src/features/sync/DiagnosticsCard.tsx';
import { QueueCard } from '#src/features/sync/QueueCard.tsx';
import { isOfflineReadyAtom } from '#src/features/sync/ready.atoms.ts';
import { refusedRows } from '#src/features/sync/refused-rows.rules.ts';
import { RefusedItem } from '#src/features/sync/RefusedItem.tsx';
import { latest, PAGE, shopWords } from '#src/features/sync/screen.rules.ts';
import { StorageCard } from '#src/features/sync/StorageCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { isShopAwayAtom, networkAtom } from '#src/platform/api/network.ts';
import { lookAtom, snapshotNamesAtom } from '#src/sync-client/kinds.atom.ts';
import { rejectedAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { formatAt } from '#src/ui/format.ts';
import { MoreButton } from '#src/features/sync/MoreButton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './SyncPage.module.css';

type Props = { picture: (image: string | null) => ReactNode };

/** «Синхронизация»: what waits, what was refused, what this phone keeps (docs/product/offline.md#refusals). For guests too. */
export function SyncPage({ picture }: Props) {
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Синхронизация</h1>
        <State />
        <Ready />
      </header>
      <div className={styles.cols}>
        <div className={styles.col}>
          <QueueCard picture={picture} />
          <RefusedCard picture={picture} />
        </div>
        <div className={styles.col}>
          <StorageCard />
          <DiagnosticsCard />
        </div>
      </div>
    </div>
  );
}

/** Is there a network, and when did we last hear of the shop. */
function State() {
  const { isOnline } = useAtomValue(networkAtom);
  const isAway = useAtomValue(isShopAwayAtom);
  const { user } = useAtomValue(sessionAtom);
  const asOf = useAtomValue(catalogueAsOfAtom);
  const { bases, pending } = useAtomValue(syncAtom);
  const named = Object.entries(useAtomValue(snapshotNamesAtom));
  const snapshots = [...new Set(named.map(([, name]) => name))].map((name) => {
    const at = latest(named.map(([scope, other]) => (other === name ? bases[scope]?.at : null)));
    return at && `${name} ${formatAt(at)}`;
  });
  const facts = [asOf && `каталог ${formatAt(asOf)}`, ...snapshots].filter(Boolean);
  return (
    <p className={user.isGuest ? 'soft' : `soft ${styles.facts}`}>
      {shopWords(isOnline, pending, isAway)}
      {facts.length > 0 && ` Сверено: ${facts.join(', ')}.`}
    </p>
  );
}

/** Promised only when it is true (docs/product/offline.md F36). */
function Ready() {
  const isReady = useAtomValue(isOfflineReadyAtom);
  return (
    <p>
      {isReady ? (
        <Tag icon="check">каталог открывается и без сети</Tag>
      ) : (
        <Tag kind="plain" icon="clock">
          ещё не готово к работе без сети
        </Tag>
      )}
    </p>
  );
}

function RefusedCard({ picture }: Props) {
  const refused = refusedRows(useAtomValue(lookAtom), useAtomValue(rejectedAtom));
  const [shown, setShown] = useState(PAGE);
  if (refused.length === 0) return null;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="sync-refused">
      <h2 id="sync-refused" className={styles.title}>
        Не отправлено
        <Tag kind="error" className="num">
          {refused.length}
        </Tag>
      </h2>
      <p className="small soft">Этого в{'\u00a0'}магазине нет. Решите, что дальше.</p>
      <ul className={styles.list}>
        {refused.slice(0, shown).map((row) => (
          <RefusedItem key={row.key} row={row} picture={picture} />
        ))}
      </ul>
      <MoreButton left={refused.length - shown} onClick={() => setShown(shown + PAGE)} />
    </section>
  );
}
