import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { ArchiveCard } from '#src/features/personal-data/ArchiveCard.tsx';
import { ConsentList } from '#src/features/personal-data/ConsentList.tsx';
import { consentsAtom, loadConsentsAtom } from '#src/features/personal-data/consents.atoms.ts';
import { DeletionCard } from '#src/features/personal-data/DeletionCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './PersonalData.module.css';

/** /user/consents «Согласия и мои данные»: what was agreed to, everything as an archive, the end of the account. */
export function PersonalDataPage() {
  const shown = useAtomValue(consentsAtom);
  const load = useSetAtom(loadConsentsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  useEffect(() => void load(), [load, uid, returns]);
  const { data, failure, isAsking } = shown;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Согласия и{'\u00a0'}мои данные</h1>
      {shown.isCopy && shown.at && (
        <p className="small soft">
          <AsOf at={shown.at} />. Отозвать и дать согласие можно с{'\u00a0'}интернетом.
        </p>
      )}
      {data && <ConsentList consents={data.consents} log={data.log} isOnline={isOnline} />}
      {!data &&
        (failure && !isAsking ? (
          <EmptyState
            drawing="offline"
            title="Согласия не загрузились"
            text={failureText(failure)}
            action={
              <Button kind="line" onClick={() => void load()}>
                Повторить
              </Button>
            }
          />
        ) : (
          <Skeleton height={360} radius={12} />
        ))}
      <ArchiveCard />
      <DeletionCard />
    </div>
  );
}
