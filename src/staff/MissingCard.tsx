import { type Failure, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';

type Props = { failure: Failure; title: string; check: string; onRetry: () => Promise<void> };
/** What a page of one thing shows when the thing has not come. `check`: what to look at when the shop knows no such thing. */
export function MissingCard({ failure, title, check, onRetry }: Props) {
  const isRefused = failure.kind === 'refused';
  return (
    <EmptyState
      level={1}
      drawing={isRefused ? 'lost' : 'offline'}
      title={isRefused ? failure.refusal.message : title}
      text={isRefused ? check : failureText(failure)}
      action={
        <Button kind="leaf" onClick={() => void onRetry()}>
          Повторить
        </Button>
      }
    />
  );
}
