import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import type { SearchOption } from '#src/features/search/options.rules.ts';
import { Money } from '#src/terms/Money.tsx';
import { NotMedicineMark } from '#src/terms/NotMedicineMark.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './SuggestBox.module.css';

/** The catalogue's own picture, given by whoever puts the field on a page: features do not see each other. */
export type RenderPicture = (row: ListRow, isOut: boolean) => ReactNode;
type Props = {
  id: string;
  option: SearchOption;
  isActive: boolean;
  picture: RenderPicture;
  onChoose: () => void;
};

/** One suggestion; a product has its picture, its price and, as a supplement, the words of the law. */
export function SuggestLine({ id, option, isActive, picture, onChoose }: Props) {
  return (
    // The keyboard is the field's own: the option is pointed at, never focused.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div role="option" id={id} aria-selected={isActive} className={styles.line} onClick={onChoose}>
      {option.kind === 'product' ? <Product option={option} picture={picture} /> : <Words option={option} />}
    </div>
  );
}

function Words({ option }: { option: Exclude<SearchOption, { kind: 'product' }> }) {
  const kind = KINDS[option.kind];
  return (
    <>
      <span className={styles.sign}>
        <Icon name={kind.icon} size={20} />
      </span>
      <span className={option.kind === 'all' ? styles.all : styles.words}>
        {kind.before}
        <b>{option.label}</b>
      </span>
      {kind.note && <span className={styles.note}>{kind.note}</span>}
    </>
  );
}
const KINDS = {
  last: { icon: 'clock', before: '', note: 'вы искали' },
  fixed: { icon: 'search', before: 'Возможно, ', note: null },
  need: { icon: 'leaf', before: '', note: 'подборка' },
  category: { icon: 'catalog', before: '', note: 'раздел' },
  all: { icon: 'search', before: '', note: null },
} as const;

type ProductProps = { option: Extract<SearchOption, { kind: 'product' }>; picture: RenderPicture };
function Product({ option, picture }: ProductProps) {
  const { row } = option;
  const price = useAtomValue(priceOfAtom)(row.id);
  return (
    <>
      <span className={styles.picture}>{picture(row, price?.stock === 0)}</span>
      <span className={styles.words}>
        {row.title}
        <span className={styles.pack}>
          <span>{row.pack}</span>
          {row.is_bad && (
            <span>
              <NotMedicineMark />
            </span>
          )}
        </span>
      </span>
      {price && <Money className={styles.price} value={price.consPrice ?? price.price} />}
    </>
  );
}
