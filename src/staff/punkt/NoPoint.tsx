import { type Failure, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** The mark of an operator is there, a point is not. */
export const NoPoint = () => (
  <div className="wrap">
    <EmptyState
      level={1}
      drawing="home"
      title="Пункт не назначен"
      text="Вы оператор, но ни один пункт вам ещё не дали. Попросите хозяйство назначить его."
    />
  </div>
);

type Props = { title: string; failure: Failure | null; onRetry: () => void };
/** Nothing of the point is on this device yet: still asked for, or why it did not come. */
export const NotLoaded = ({ title, failure, onRetry }: Props) => (
  <div className="wrap">
    {failure ? (
      <EmptyState
        level={1}
        drawing="offline"
        title={title}
        text={failureText(failure)}
        action={
          <Button kind="leaf" onClick={onRetry}>
            Повторить
          </Button>
        }
      />
    ) : (
      <Skeleton height={320} radius="var(--r-l)" />
    )}
  </div>
);
