import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Placed } from '#contract/desk-shelves.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { NewCellsSheet } from '#src/staff/desk/warehouse/CellSheets.tsx';
import { PlacedList } from '#src/staff/desk/warehouse/PlacedList.tsx';
import { ShelfCard } from '#src/staff/desk/warehouse/ShelfCard.tsx';
import { loadShelvesAtom, type Shelves, type ShelvesAsked, shelvesAtom } from '#src/staff/desk/warehouse/warehouse.atoms.ts'; // prettier-ignore
import { readShelvesAddress, shelvesAddress } from '#src/staff/desk/warehouse/warehouse.rules.ts';
import { Button } from '#src/ui/Button.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Warehouse.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

/** /desk/shelves: shelves of the warehouse, what lies in their cells, and what lies nowhere. Shelf and search stand in the address. */
export function ShelvesPage() {
  const asked = readShelvesAddress(useSearch());
  const [, go] = useLocation();
  const { data, failure } = useAtomValue(shelvesAtom);
  const load = useSetAtom(loadShelvesAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const [isAdding, setAdding] = useState(false);
  const address = shelvesAddress(asked);
  const again = () => void load(readShelvesAddress(address.split('?')[1] ?? ''));
  useEffect(() => {
    void load(readShelvesAddress(address.split('?')[1] ?? ''));
  }, [load, uid, returns, address]);
  const change = (next: ShelvesAsked) => go(shelvesAddress(next), { replace: true });
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Склад">
        <Link href="/desk/boxes" className="link">
          Коробки в пункты
        </Link>
      </DeskHead>
      <div className={styles.tools}>
        <Find asked={asked} onChange={change} />
        <Button kind="line" disabled={!isOnline} onClick={() => setAdding(true)}>
          Новые ячейки
        </Button>
      </div>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          <p role="alert">
            {failureText(failure)} {data && 'Ниже — то, что пришло раньше. '}
            <button type="button" className="link" onClick={again}>
              Повторить
            </button>
          </p>
        </Note>
      )}
      {!data && !failure && <Skeleton height={240} radius={12} />}
      {data && <Body data={data} asked={asked} onChange={change} onDone={again} />}
      {isAdding && (
        <NewCellsSheet
          shelf={asked.shelf ?? ''}
          onClose={() => setAdding(false)}
          onDone={(shelf) => {
            setAdding(false);
            if (shelf === asked.shelf) again();
            else change({ shelf });
          }}
        />
      )}
    </div>
  );
}

type BodyProps = { data: Shelves; asked: ShelvesAsked; onChange: (next: ShelvesAsked) => void; onDone: () => void };
function Body({ data: { shelves, cells, found, loose }, asked, onChange, onDone }: BodyProps) {
  const [picked, setPicked] = useState('');
  const isOpen = asked.shelf !== undefined && cells.length > 0;
  return (
    <>
      {found && (
        <section className={`card ${styles.box}`} aria-labelledby="found">
          <h2 id="found">Где лежит</h2>
          {found.length === 0 ? (
            <p className="soft">Таких товаров нет. Проверьте код или название.</p>
          ) : (
            <PlacedList rows={found} end={(row) => <WhereLink row={row} />} />
          )}
        </section>
      )}
      {shelves.length === 0 ? (
        <div className="card">
          <EmptyState
            drawing="search"
            title="Полок ещё нет"
            text="Добавьте полку и её ячейки, а потом разложите товары: отсканируйте код над полкой."
          />
        </div>
      ) : (
        <ChipRow label="Полки">
          {shelves.map(({ shelf, products }) => (
            <Chip key={shelf} pressed={asked.shelf === shelf} count={products} onClick={() => onChange({ shelf })}>
              {shelf}
            </Chip>
          ))}
        </ChipRow>
      )}
      {isOpen && asked.shelf !== undefined && (
        <ShelfCard
          key={asked.shelf}
          shelf={asked.shelf}
          cells={cells}
          picked={picked}
          onPicked={setPicked}
          onDone={onDone}
        />
      )}
      {asked.shelf === undefined && shelves.length > 0 && !found && (
        <p className="soft">Выберите полку: на ней видно ячейки и товары.</p>
      )}
      {loose.count > 0 && (
        <section className={`card ${styles.box}`} aria-labelledby="loose">
          <h2 id="loose">
            Без места: <span className="num">{loose.count}</span>
          </h2>
          <p className="small soft">Эти товары в каталоге, но в листе сборки стоят последними: полка не указана.</p>
          <PlacedList
            rows={loose.products}
            end={({ code }) =>
              isOpen && (
                <Button kind="quiet" onClick={() => setPicked(code)}>
                  Положить сюда
                </Button>
              )
            }
          />
          {loose.count > loose.products.length && (
            <p className="small soft">Показаны первые {loose.products.length}. Остальные найдутся поиском.</p>
          )}
        </section>
      )}
    </>
  );
}

const WhereLink = ({ row: { place } }: { row: Placed }) =>
  place ? (
    <Link href={shelvesAddress({ shelf: place.shelf })} className="link num">
      {place.shelf}, ячейка {place.cell}
    </Link>
  ) : (
    <span className="soft">места нет</span>
  );

type FindProps = { asked: ShelvesAsked; onChange: (next: ShelvesAsked) => void };
function Find({ asked, onChange }: FindProps) {
  const [typed, setTyped] = useState(asked.q ?? '');
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const { shelf } = asked;
    const timer = setTimeout(() => onChange({ ...(shelf ? { shelf } : {}), ...(q === '' ? {} : { q }) }), REST_MS);
    return () => clearTimeout(timer);
    // The words decide when to ask; the shelf of that moment goes along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return (
    <TextInput
      type="search"
      aria-label="Где лежит товар"
      placeholder="Название, код или штрихкод"
      value={typed}
      maxLength={100}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
