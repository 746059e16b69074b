import { type FormEvent, type ReactNode, useState } from 'react';
import { deskAddCells, deskRemoveCell, deskRenameCell, type ShelfCell } from '#contract/desk-shelves.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { useWarehouseAct } from '#src/staff/desk/warehouse/warehouse.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './Warehouse.module.css';

/** What is typed stays when the shop refuses it. */
function useTry() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  const errors: FieldErrors = (failure?.kind === 'refused' && failure.refusal.errors) || {};
  return { run, isBusy, failure, errors };
}
const Refused = ({ failure }: { failure: Failure | null }) => (
  <div role="alert">
    {failure && (
      <Note kind="error" icon="alert">
        {failureText(failure)}
      </Note>
    )}
  </div>
);

type NewProps = { shelf: string; onClose: () => void; onDone: (shelf: string) => void };
export function NewCellsSheet({ shelf: given, onClose, onDone }: NewProps) {
  const act = useWarehouseAct();
  const { run, isBusy, failure, errors } = useTry();
  const [shelf, setShelf] = useState(given);
  const [cells, setCells] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => onDone((await act(deskAddCells, { body: { shelf, cells } })).shelf));
  };
  return (
    <FormSheet title="Новые ячейки" word="Добавить" isBusy={isBusy} onClose={onClose} onSubmit={add}>
      <Field label="Полка" required hint="Новая или та, что уже есть, например А-1." error={errors['shelf']}>
        <TextInput value={shelf} maxLength={13} autoComplete="off" onChange={({ target }) => setShelf(target.value)} />
      </Field>
      <Field label="Ячейки" required hint="Подряд или через запятую: 01–12, 14." error={errors['cells']}>
        <TextInput value={cells} maxLength={200} autoComplete="off" onChange={({ target }) => setCells(target.value)} />
      </Field>
      <Refused failure={failure} />
    </FormSheet>
  );
}

type CellProps = { shelf: string; cell: ShelfCell; onClose: () => void; onDone: () => void };
/** Another name, with all that lies in it; an empty one can go. */
export function CellSheet({ shelf: was, cell, onClose, onDone }: CellProps) {
  const act = useWarehouseAct();
  const { run, isBusy, failure, errors } = useTry();
  const [shelf, setShelf] = useState(was);
  const [name, setName] = useState(cell.cell);
  const rename = (event: FormEvent) => {
    event.preventDefault();
    const body = { cell_id: cell.id, was: { shelf: was, cell: cell.cell }, shelf, cell: name };
    void run(async () => {
      await act(deskRenameCell, { body });
      onDone();
    });
  };
  const remove = () =>
    run(async () => {
      await act(deskRemoveCell, { body: { cell_id: cell.id } });
      onDone();
    });
  return (
    <FormSheet
      title={`Полка ${was}, ячейка ${cell.cell}`}
      word="Переименовать"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={rename}
      more={
        cell.products.length === 0 && (
          <Button kind="line" aria-disabled={isBusy || undefined} onClick={() => void remove()}>
            Убрать ячейку
          </Button>
        )
      }
    >
      <Field label="Полка" required error={errors['shelf']}>
        <TextInput value={shelf} maxLength={13} autoComplete="off" onChange={({ target }) => setShelf(target.value)} />
      </Field>
      <Field label="Ячейка" required error={errors['cell']}>
        <TextInput value={name} maxLength={13} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      {cell.products.length > 0 && (
        <p className="small soft">Что лежит в ячейке, останется в ней. Убрать можно только пустую.</p>
      )}
      <Refused failure={failure} />
    </FormSheet>
  );
}

type SheetProps = {
  title: string;
  word: string;
  isBusy: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
  more?: ReactNode;
  children: ReactNode;
};
const FormSheet = ({ title, word, isBusy, onClose, onSubmit, more, children }: SheetProps) => (
  <Sheet
    open
    title={title}
    onClose={onClose}
    footer={
      <div className={styles.acts}>
        <Button kind="leaf" type="submit" form="cell-form" aria-disabled={isBusy || undefined}>
          {word}
        </Button>
        {more}
      </div>
    }
  >
    <form id="cell-form" onSubmit={onSubmit} className={styles.form} noValidate>
      {children}
    </form>
  </Sheet>
);
