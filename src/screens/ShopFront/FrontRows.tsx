import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { ProductRow } from '#src/features/catalogue/ProductRow.tsx';
import { labelled } from '#src/features/home/home.rules.ts';
import { WhenIdle } from '#src/screens/ShopFront/WhenIdle.tsx';

type Props = {
  newest: readonly ListRow[];
  /** The whole catalogue is here: of the first cards alone nobody can tell what is a hit. */
  isWhole: boolean;
  isSold: (row: ListRow) => boolean;
  renderCard: (row: ListRow) => ReactNode;
  /** What people come for. */
  topics: ReactNode;
  /** Between the new and the rest: what this phone remembers of the person. Below the first screen, so nothing jumps when it comes. */
  children: ReactNode;
};
const ROW = 12;

/** «Новинки», «Хиты», «По акции»: rows of the same sheet. */
export function FrontRows({ newest, isWhole, isSold, renderCard, topics, children }: Props) {
  const novelties = labelled(newest, 'Новинка', isSold);
  return (
    <>
      <ProductRow
        title="Новинки"
        rows={novelties.length > 0 ? novelties : newest.slice(0, ROW)}
        renderCard={renderCard}
        more={<All href={novelties.length > 0 ? '/katalog?only=new' : '/katalog'} words="Все новинки" />}
      />
      {isWhole && topics}
      {children}
      {isWhole && (
        // Each in a turn of its own: together they are a long task of a phone that has just opened the shop.
        <WhenIdle>
          <ProductRow
            title="Хиты"
            rows={labelled(newest, 'Хит', isSold)}
            renderCard={renderCard}
            more={<All href="/katalog?only=hit" words="Все хиты" />}
          />
          <WhenIdle>
            <ProductRow
              title="По акции"
              rows={labelled(newest, 'Акция', isSold)}
              renderCard={renderCard}
              more={<All href="/katalog?only=sale" words="Все по акции" />}
            />
          </WhenIdle>
        </WhenIdle>
      )}
    </>
  );
}

/** The list that a row is the beginning of. */
const All = ({ href, words }: { href: string; words: string }) => (
  <Link href={href} className="link hit">
    {words}
  </Link>
);
