import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { NetworkNow } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { loadNowAtom, nowAtom } from '#src/features/business/business.atoms.ts';
import { nextWords, titleWords } from '#src/features/business/business.words.ts';
import { OwnAndGroup } from '#src/features/business/OwnAndGroup.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { NBSP } from '#src/ui/format.ts';
import styles from './VolumesToday.module.css';

/** ЛО and ГО of the open period, for the first screen of the cabinet; everything else of them is «Бизнес». */
export function VolumesToday() {
  const { data, failure, isCopy, at } = useAtomValue(nowAtom);
  const load = useSetAtom(loadNowAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  if (!data && !failure) return null;
  if (!data)
    return (
      <>
        <p className="small soft">
          Объёмы пока не{NBSP}загрузились. {failure && failureText(failure)}
        </p>
        <p className={styles.next}>
          <Button kind="line" onClick={() => void load()}>
            Повторить
          </Button>
        </p>
      </>
    );
  return (
    <>
      <OwnAndGroup now={data} />
      <p className={`small soft ${styles.next}`}>
        {missingWords(data)}{' '}
        <Link href="/user/business" className="link">
          Бизнес
        </Link>{' '}
        {isCopy && at && <AsOf at={at} />}
      </p>
    </>
  );
}

function missingWords(now: NetworkNow): string {
  const words = nextWords(now, termsOf(now.period).activeHalf / 2);
  return [words?.title, titleWords(now)].map((text) => (text ? `${text}.` : '')).join(' ');
}
