import { Fragment, type ReactNode } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { Slides } from '#src/ui/Slides.tsx';

type Props = {
  title: string;
  rows: readonly ListRow[];
  renderCard: (row: ListRow) => ReactNode;
  note?: ReactNode;
  more?: ReactNode;
};

/** A row of the same sheet that slides sideways: related products, novelties, hits. */
export function ProductRow({ title, rows, renderCard, note, more }: Props) {
  if (rows.length === 0) return null;
  return (
    <Slides title={title} note={note} more={more}>
      {rows.map((row) => (
        <Fragment key={row.id}>{renderCard(row)}</Fragment>
      ))}
    </Slides>
  );
}
