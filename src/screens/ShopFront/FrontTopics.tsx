import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { needsAtom } from '#src/features/catalogue/needs.atoms.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { Topics } from '#src/features/home/Topics.tsx';
import { topicsOf } from '#src/features/home/topics.rules.ts';

/** The topics of the stored catalogue; a shop without any has no such block. */
export function FrontTopics({ isSold }: { isSold: (row: ListRow) => boolean }) {
  const { byId } = useAtomValue(catalogueAtom);
  const needs = useAtomValue(needsAtom);
  const topics = useMemo(() => topicsOf(needs, byId, isSold), [needs, byId, isSold]);
  return (
    <Topics
      topics={topics}
      picture={(row) => <ProductPicture image={row.image} title="" size={240} sizes="(min-width: 960px) 88px, 48px" />}
    />
  );
}
