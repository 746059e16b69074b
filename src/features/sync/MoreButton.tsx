import { PAGE } from '#src/features/sync/screen.rules.ts';
import { Button } from '#src/ui/Button.tsx';

/** The next page of a long list; nothing when everything is drawn. */
export function MoreButton({ left, onClick }: { left: number; onClick: () => void }) {
  if (left <= 0) return null;
  return (
    <Button kind="quiet" onClick={onClick}>
      Показать ещё {Math.min(left, PAGE)} из {left}
    </Button>
  );
}
