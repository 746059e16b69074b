import type { ListRow } from '#contract/catalogue.ts';
import { Tag } from '#src/ui/Tag.tsx';

const KINDS = { Новинка: 'leaf', Хит: 'plain', Акция: 'seed' } as const;

/** At most two, the promotion first: «Новинка» leaf, «Хит» plain, «Акция» seed. */
export function Labels({ labels, className }: { labels: ListRow['labels']; className?: string | undefined }) {
  if (labels.length === 0) return null;
  const shown = (['Акция', 'Новинка', 'Хит'] as const).filter((label) => labels.includes(label)).slice(0, 2);
  return (
    <div className={className}>
      {shown.map((label) => (
        <Tag key={label} kind={KINDS[label]}>
          {label}
        </Tag>
      ))}
    </div>
  );
}
