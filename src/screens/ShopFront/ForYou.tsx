import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { lookedAtAtom, readLookedAtAtom } from '#src/features/catalogue/looked-at.atoms.ts';
import { ProductRow } from '#src/features/catalogue/ProductRow.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

type Props = { renderCard: (row: ListRow) => ReactNode };
const ROW = 12;
const BuyAgain = lazyPart(
  () => import('#src/screens/ShopFront/BuyAgain.tsx').catch(() => ({ BuyAgain: (_props: Props) => null })),
  'BuyAgain',
);

/** What this phone remembers of the person; a row without products is absent (docs/product/catalogue.md#looked-at). */
export function ForYou({ renderCard }: Props) {
  const { known, uid, user } = useAtomValue(sessionAtom);
  const lookedAt = useAtomValue(lookedAtAtom);
  const readLookedAt = useSetAtom(readLookedAtAtom);
  useEffect(() => {
    if (known) void readLookedAt();
  }, [known, uid, readLookedAt]);
  return (
    <>
      {known && !user.isGuest && (
        <Suspense>
          <BuyAgain renderCard={renderCard} />
        </Suspense>
      )}
      <ProductRow title="Вы смотрели" rows={lookedAt.slice(0, ROW)} renderCard={renderCard} />
    </>
  );
}
