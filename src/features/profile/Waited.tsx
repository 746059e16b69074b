import { type Failure, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

type Props = { title: string; failure: Failure | null; onRetry: () => Promise<void> };
/** Where a form will stand: its shape while the shop is asked, its words when there is no answer. */
export function Waited({ title, failure, onRetry }: Props) {
  if (!failure)
    return (
      <div aria-busy="true">
        <Skeleton height={360} radius={12} />
      </div>
    );
  return (
    <EmptyState
      drawing="offline"
      title={title}
      text={failureText(failure)}
      action={
        <Button kind="line" onClick={() => void onRetry()}>
          Повторить
        </Button>
      }
    />
  );
}
