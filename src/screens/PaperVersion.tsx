import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import type { Paper } from '#contract/papers/paper.ts';
import { readPaperAtom } from '#src/features/content/papers.atoms.ts';
import { PaperPage } from '#src/features/content/PaperPage.tsx';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** /kompaniya/:document/:version: a version that somebody may have agreed to. The shop keeps it, not the phone. */
export function PaperVersion() {
  const { document, version } = useParams<{ document: string; version: string }>();
  const read = useSetAtom(readPaperAtom);
  const returns = useNetworkReturns();
  const asked = `${document}/${version}`;
  const [answer, setAnswer] = useState<{ asked: string; paper?: Paper; failure?: Failure } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    read({ document, version }).then(
      (paper) => isHere && setAnswer({ asked, paper }),
      (error: unknown) => isHere && setAnswer({ asked, failure: failureOf(error) }),
    );
    return () => void (isHere = false);
  }, [read, asked, document, version, tries, returns]);
  const { paper, failure } = answer?.asked === asked ? answer : {};
  if (paper) return <PaperPage paper={paper} />;
  if (failure)
    return (
      <div className="wrap">
        <EmptyState
          drawing="lost"
          title="Редакция не открылась"
          level={1}
          action={
            <Button kind="leaf" onClick={() => setTries((n) => n + 1)}>
              Попробовать снова
            </Button>
          }
          text={failureText(failure)}
        />
      </div>
    );
  return (
    <div className="wrap" aria-busy="true">
      <Skeleton height={420} radius={12} />
    </div>
  );
}
