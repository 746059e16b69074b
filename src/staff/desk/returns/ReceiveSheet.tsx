import { useState } from 'react';
import { deskReceiveReturn, type DeskReturn } from '#contract/desk-returns.ts';
import { useReturnAct } from '#src/staff/desk/returns/desk-returns.atoms.ts';
import { PieceChoice } from '#src/staff/desk/returns/PieceChoice.tsx';
import { allCame, type Came, firstScan, scanBack, setPieces } from '#src/staff/desk/returns/scan-back.rules.ts';
import { CodeField } from '#src/staff/CodeField.tsx';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { ErrorList } from '#src/ui/Field.tsx';

type Props = { one: DeskReturn; onClose: () => void };

/** What has come: all of it, so many by hand, or piece by piece with a scanner that types. */
export function ReceiveSheet({ one, onClose }: Props) {
  const act = useReturnAct();
  const [came, setCame] = useState<Came>(() => allCame(one.lines));
  const [isCounting, setCounting] = useState(false);
  const [told, setTold] = useState<{ isFault: boolean; words: string } | null>(null);
  const scan = (typed: string) => {
    const next = isCounting ? scanBack(one.lines, came, typed) : firstScan(one.lines, typed);
    setCame(next.came);
    setTold(next);
    if (!next.isFault) setCounting(true);
  };
  return (
    <ReasonSheet
      title={`Принять товар по ${one.code}`}
      word="Товар принят"
      done="Товар принят"
      hint="В каком виде пришёл. Останется в истории заказа."
      label="Что пришло"
      onClose={onClose}
      send={(reason, onDoubt) => {
        const lines = Object.entries(came).map(([id, { pieces, codes }]) => ({
          line_id: Number(id),
          pieces,
          ...(codes.length > 0 ? { codes: [...codes] } : {}),
        }));
        const { id, version } = one;
        return act({
          call: deskReceiveReturn,
          input: { body: { return_id: id, version, lines, reason } },
          onDoubt,
        });
      }}
    >
      {(errors) => (
        <>
          <ScanBack hasMarks={one.lines.some(({ marks }) => marks > 0)} told={told} onScan={scan} />
          <PieceChoice
            lines={one.lines.map((line) => ({
              ...line,
              most: line.pieces,
              note: marksNote(line, came[line.line_id]?.codes.length ?? 0),
            }))}
            label="Пришло штук"
            chosen={Object.fromEntries(Object.entries(came).map(([id, { pieces }]) => [id, pieces]))}
            onChoose={(id, pieces) => setCame(setPieces(came, id, pieces))}
          />
          <ErrorList errors={errors['lines'] ?? []} role="alert" />
        </>
      )}
    </ReasonSheet>
  );
}
const marksNote = ({ marks }: DeskReturn['lines'][number], scanned: number): string | null =>
  marks === 0 ? null : `Честный знак: ${scanned} из ${marks}`;

type ScanProps = {
  hasMarks: boolean;
  told: { isFault: boolean; words: string } | null;
  onScan: (typed: string) => void;
};
/** Counts and does not send the sheet. */
function ScanBack({ hasMarks, told, onScan }: ScanProps) {
  const [code, setCode] = useState('');
  const hint = hasMarks
    ? 'Сканируйте по одной штуке: код товара, артикул или «Честный знак». Первый скан начинает счёт с нуля.'
    : 'Сканируйте по одной штуке: код товара или артикул. Первый скан начинает счёт с нуля.';
  return (
    <div>
      <CodeField code={code} onCode={setCode} onScan={onScan} hint={hint} error={told?.isFault ? told.words : null} />
      <output className="num">{told && !told.isFault ? told.words : ''}</output>
    </div>
  );
}
