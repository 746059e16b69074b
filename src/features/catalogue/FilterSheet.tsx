import { useAtomValue } from 'jotai';
import { ClientViewSwitch } from '#src/features/catalogue/ClientViewSwitch.tsx';
import { FilterFields } from '#src/features/catalogue/FilterFields.tsx';
import { NO_FILTERS } from '#src/features/catalogue/listing-url.rules.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { realPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { productsCount } from '#src/terms/counts.ts';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './FilterSheet.module.css';

/** Phone and tablet: every choice shows its result at once, the button says how many products remain. */
export function FilterSheet({ list, onClose }: { list: ListState; onClose: () => void }) {
  const isConsultant = useAtomValue(realPriceTypeAtom) === 1;
  const total = list.result?.rows.length ?? 0;
  return (
    <Sheet
      open
      onClose={onClose}
      title="Фильтры"
      footer={
        <div className={styles.foot}>
          <Button kind="line" onClick={() => list.change(NO_FILTERS)} disabled={list.filters === 0}>
            Сбросить
          </Button>
          <Button kind="leaf" onClick={onClose}>
            {total > 0 ? `Показать ${productsCount(total)}` : 'Ничего не подходит'}
          </Button>
        </div>
      }
    >
      <div className={styles.fields}>
        {isConsultant && <ClientViewSwitch className={styles.switch} />}
        <FilterFields list={list} />
      </div>
    </Sheet>
  );
}
