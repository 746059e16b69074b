import { useAtomValue } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** /punkt: the counter. The shop takes no orders yet, so there is nothing to hand over; the screen says so. */
export function PunktStart() {
  const { user } = useAtomValue(sessionAtom);
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="cart"
        title="Выдавать пока нечего"
        text={`Магазин ещё не принимает заказы. Когда начнёт, заказы этого пункта${user.city ? ` (${user.city.name})` : ''} будут здесь.`}
      />
    </div>
  );
}
