import { type FormEvent, useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskFinishParcel, deskPutPieces, deskScanPiece, deskSplitParcel } from '#contract/desk-packing.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import { CodeField } from '#src/staff/CodeField.tsx';
import { ParcelLines } from '#src/staff/desk/orders/ParcelLines.tsx';
import { filledLine, gramsOf, packedOf } from '#src/staff/desk/orders/parcels.rules.ts';
import type { Step } from '#src/staff/desk/orders/use-step.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './DeskParcels.module.css';

type Props = {
  order: DeskOrder['order'];
  parcel: DeskParcel;
  step: Step;
  isOpen: boolean;
  /** It was begun by a tap a moment ago: the scanner types into it. */
  takesFocus: boolean;
};

/** The field takes a scanner that types and ends with Enter; without a code the pieces of a line are chosen by hand. */
export function PackParcel({ order, parcel, step, isOpen, takesFocus }: Props) {
  const { lines, version } = parcel;
  const at = { exp_id: order.id, parcel_id: parcel.id };
  const { packed, pieces } = packedOf(lines);
  const isFull = packed === pieces;
  return (
    <>
      {lines.length === 0 ? (
        <p className="soft">Внутри поедут посылки заказов этой отправки: соберите их и отметьте, когда передаёте её.</p>
      ) : (
        <ScanField at={at} lines={lines} step={step} isOpen={isOpen} takesFocus={takesFocus} />
      )}
      <ParcelLines
        lines={lines}
        end={({ line_id: lineId, title, packed: inside, pieces: all }) => (
          <Select
            look="bare"
            aria-label={`В посылке: ${title}`}
            value={inside}
            disabled={!isOpen}
            onChange={({ target }) =>
              void step.run(deskPutPieces, { body: { ...at, line_id: lineId, packed: Number(target.value) } })
            }
          >
            {Array.from({ length: all + 1 }, (_, count) => (
              <option key={count} value={count}>
                {count} из {all}
              </option>
            ))}
          </Select>
        )}
      />
      <FinishForm at={{ ...at, version }} step={step} isOpen={isOpen} left={pieces - packed} />
      {!isFull && packed > 0 && (
        <Button
          kind="quiet"
          disabled={!isOpen}
          onClick={() => void step.run(deskSplitParcel, { body: { ...at, version } })}
        >
          Остальное другой посылкой
        </Button>
      )}
    </>
  );
}

type At = { exp_id: number; parcel_id: number };
type ScanProps = Pick<Props, 'step' | 'isOpen' | 'takesFocus'> & { at: At; lines: DeskParcel['lines'] };
function ScanField({ at, lines, step, isOpen, takesFocus }: ScanProps) {
  const [code, setCode] = useState('');
  const [before, setBefore] = useState(lines);
  const last = filledLine(before, lines);
  const { packed, pieces } = packedOf(lines);
  const scan = (scanned: string) => {
    setBefore(lines);
    void step.run(deskScanPiece, { body: { ...at, code: scanned } });
  };
  return (
    <div className={styles.scan}>
      <CodeField
        code={code}
        onCode={setCode}
        onScan={scan}
        hint={hintOf(lines)}
        isOpen={isOpen}
        takesFocus={takesFocus}
      />
      <output className="num">
        {last ? `${last.title}: ${last.packed} из ${last.pieces}` : `В посылке ${packed} из ${pieces}`}
      </output>
    </div>
  );
}

const hintOf = (lines: DeskParcel['lines']): string =>
  lines.some(({ marks }) => marks !== null)
    ? 'Сканируйте по одной штуке или наберите код и нажмите Enter. Код «Честного знака» читается здесь же.'
    : 'Сканируйте по одной штуке или наберите код и нажмите Enter.';

type FinishProps = Pick<Props, 'step' | 'isOpen'> & { at: At & { version: number }; left: number };
function FinishForm({ at, step, isOpen, left }: FinishProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const close = (event: FormEvent) => {
    event.preventDefault();
    const weight = gramsOf(typed);
    const isWrong = Number.isNaN(weight);
    setError(isWrong ? 'Вес в граммах, например 410' : null);
    if (isWrong) return;
    void step.run(deskFinishParcel, { body: { ...at, ...(weight === null ? {} : { weight }) } });
  };
  return (
    <form onSubmit={close} className={styles.row} noValidate>
      <Field label="Вес, г" error={error}>
        <TextInput
          inputMode="numeric"
          value={typed}
          maxLength={8}
          disabled={!isOpen}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button kind={left === 0 ? 'leaf' : 'line'} type="submit" disabled={!isOpen}>
        {left === 0 ? 'Закрыть посылку' : `Закрыть: не хватает ${left}`}
      </Button>
    </form>
  );
}
