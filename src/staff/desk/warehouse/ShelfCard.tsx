import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { deskPlaceProduct, type Place, type Placed, type ShelfCell } from '#contract/desk-shelves.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { CellSheet } from '#src/staff/desk/warehouse/CellSheets.tsx';
import { PlacedList } from '#src/staff/desk/warehouse/PlacedList.tsx';
import { useWarehouseAct } from '#src/staff/desk/warehouse/warehouse.atoms.ts';
import { CodeField } from '#src/staff/CodeField.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './Warehouse.module.css';

type Props = {
  shelf: string;
  cells: readonly ShelfCell[];
  /** A code that was chosen elsewhere on the page. */
  picked: string;
  onPicked: (code: string) => void;
  onDone: () => void;
};

/** One shelf: its cells, what lies in them, and a field that takes a scanner. */
export function ShelfCard({ shelf, cells, picked, onPicked, onDone }: Props) {
  const act = useWarehouseAct();
  const { isOnline } = useAtomValue(networkAtom);
  const [open, setOpen] = useState<ShelfCell | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const put = async (code: string, cell: ShelfCell | null) => {
    try {
      const input = { body: { code, cell_id: cell?.id ?? null } };
      const { product, was } = await act(deskPlaceProduct, input);
      setFailure(null);
      setSaid(movedWords(product, was));
      onDone();
    } catch (error) {
      setSaid('');
      setFailure(failureOf(error));
    }
  };
  return (
    <section className={`card ${styles.box}`} aria-labelledby="shelf">
      <h2 id="shelf">Полка {shelf}</h2>
      <PutForm cells={cells} code={picked} onCode={onPicked} isOpen={isOnline} onPut={put} />
      <output className="num">{said}</output>
      <div role="alert">
        {failure && (
          <Note kind="error" icon="alert">
            {failureText(failure)}
          </Note>
        )}
      </div>
      <ul className={styles.cells}>
        {cells.map((cell) => (
          <li key={cell.id}>
            <Button
              kind="line"
              className="num"
              aria-label={`Ячейка ${cell.cell}: переименовать или убрать`}
              disabled={!isOnline}
              onClick={() => setOpen(cell)}
            >
              {cell.cell}
            </Button>
            {cell.products.length === 0 ? (
              <span className="mute">пусто</span>
            ) : (
              <PlacedList
                rows={cell.products}
                end={({ code, title }) => (
                  <Button
                    kind="quiet"
                    aria-label={`Убрать с полки: ${title}`}
                    disabled={!isOnline}
                    onClick={() => void put(code, null)}
                  >
                    Убрать
                  </Button>
                )}
              />
            )}
          </li>
        ))}
      </ul>
      {open && (
        <CellSheet
          shelf={shelf}
          cell={open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </section>
  );
}

const placeWords = ({ shelf, cell }: Place): string => `${shelf}, ячейка ${cell}`;
function movedWords({ title, place }: Placed, was: Place | null): string {
  if (!place) return `${title}: места больше нет`;
  const isMoved = was !== null && placeWords(was) !== placeWords(place);
  return `${title}: ${placeWords(place)}${isMoved ? `, раньше ${placeWords(was)}` : ''}`;
}

type PutProps = {
  cells: readonly ShelfCell[];
  code: string;
  onCode: (code: string) => void;
  isOpen: boolean;
  onPut: (code: string, cell: ShelfCell | null) => Promise<void>;
};
function PutForm({ cells, code, onCode, isOpen, onPut }: PutProps) {
  const [cellId, setCellId] = useState(cells[0]?.id ?? 0);
  const put = (scanned: string) => {
    const cell = cells.find(({ id }) => id === cellId) ?? cells[0];
    if (scanned !== '' && cell) void onPut(scanned, cell);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode('');
    put(code.trim());
  };
  return (
    <form onSubmit={submit} className={styles.put} noValidate>
      <Field label="Ячейка">
        <Select value={cellId} onChange={({ target }) => setCellId(Number(target.value))}>
          {cells.map(({ id, cell }) => (
            <option key={id} value={id}>
              {cell}
            </option>
          ))}
        </Select>
      </Field>
      <CodeField
        code={code}
        onCode={onCode}
        onScan={put}
        hint="Сканируйте или наберите код и нажмите Enter."
        isOpen={isOpen}
      />
      <Button kind="leaf" type="submit" disabled={!isOpen}>
        Положить
      </Button>
    </form>
  );
}
