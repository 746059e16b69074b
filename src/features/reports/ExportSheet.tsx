import { useState } from 'react';
import { type Coming, type FileState, useFile } from '#src/features/reports/use-file.ts';
import type { FileFormat } from '#src/features/reports/reports.rules.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatBytes, formatNumber } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './Reports.module.css';

type Props = {
  isOnline: boolean;
  /** Rows that the file will have. */
  rows: number | null;
  addressOf: (format: FileFormat) => string;
};
const FORMATS = { xlsx: 'Excel, .xlsx', csv: 'Таблица, .csv' } as const;

/** «Выгрузить»: format, then the file as it comes; leaving or «Отменить» gives it up. */
export function ExportButton({ isOnline, rows, addressOf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const file = useFile();
  const close = () => {
    file.forget();
    setOpen(false);
  };
  return (
    <>
      <Button
        kind="line"
        disabled={!isOnline || rows === null}
        aria-describedby={isOnline ? undefined : 'export-why'}
        onClick={() => setOpen(true)}
      >
        <Icon name="download" size={18} /> Выгрузить
      </Button>
      {!isOnline && (
        <span id="export-why" className="small soft">
          Файл собирает магазин: выгрузить можно со связью
        </span>
      )}
      <Sheet open={isOpen} onClose={close} title="Выгрузить отчёт">
        <Formats
          state={file.state}
          rows={rows}
          onStart={(format) => void file.start(addressOf(format), `otchet.${format}`)}
          onCancel={file.cancel}
        />
      </Sheet>
    </>
  );
}

type FormatsProps = {
  state: FileState;
  rows: number | null;
  onStart: (format: FileFormat) => void;
  onCancel: () => void;
};
function Formats({ state, rows, onStart, onCancel }: FormatsProps) {
  const [format, setFormat] = useState<FileFormat>('xlsx');
  const isComing = state.kind === 'coming';
  return (
    <div className={styles.formats}>
      <fieldset className={styles.choices} disabled={isComing}>
        <legend className="small soft">Формат</legend>
        {(['xlsx', 'csv'] as const).map((one) => (
          <label key={one} className={styles.choice}>
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            {FORMATS[one]}
          </label>
        ))}
      </fieldset>
      {rows !== null && <p className="small soft num">Строк: {formatNumber(rows)}</p>}
      <output className={styles.coming}>
        {isComing && <b>Собираем файл</b>}
        {state.kind === 'cancelled' && 'Выгрузка отменена, файла нет.'}
        {state.kind === 'ready' && `Файл готов: ${state.name}, ${formatBytes(state.bytes)}`}
      </output>
      {isComing && <Progress coming={state} />}
      {state.kind === 'failed' && (
        <Note kind="error" icon="alert">
          <span role="alert">{state.text}</span>
        </Note>
      )}
      {isComing ? (
        // It stands where the file was asked for: the second half of a double click is no wish to stop.
        <Button
          kind="line"
          onClick={({ detail }) => {
            if (detail < 2) onCancel();
          }}
        >
          Отменить
        </Button>
      ) : (
        <Button kind="leaf" onClick={() => onStart(format)}>
          {state.kind === 'ready' ? 'Собрать ещё раз' : 'Собрать файл'}
        </Button>
      )}
    </div>
  );
}

/** In rows where rows can be told, else in bytes; said aloud once, as the word above: numbers that run would never end. */
function Progress({ coming: { bytes, rows, rowsCome } }: { coming: Coming }) {
  const isTold = rows !== null && rowsCome !== null;
  return (
    <div className={styles.running}>
      <progress
        className={styles.progress}
        aria-label="Файл собирается"
        {...(isTold ? { max: rows, value: rowsCome } : {})}
      />
      <p className="small soft num">
        {isTold ? `${formatNumber(rowsCome)} из ${formatNumber(rows)} строк` : `Пришло ${formatBytes(bytes)}`}
      </p>
    </div>
  );
}
