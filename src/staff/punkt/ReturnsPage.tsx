import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { punktAcceptReturn, punktFetchReturns, type PunktReturn } from '#contract/counter-returns.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { useCounterAct } from '#src/staff/punkt/counter.atoms.ts';
import { type Mark, readMark, unitOf } from '#contract/marking.ts';
import { addMark, type Marks, searchReturns } from '#src/staff/punkt/counter.rules.ts';
import { NotLoaded } from '#src/staff/punkt/NoPoint.tsx';
import { ScanField } from '#src/staff/punkt/ScanField.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './Counter.module.css';
import { numberWords } from '#src/ui/format.ts';

/** What the desk has approved for this operator's points, asked anew with every network and every `turn`. */
function useReturns() {
  const api = useAtomValue(apiAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const [turn, setTurn] = useState(0);
  const [waiting, setWaiting] = useState<readonly PunktReturn[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (!known) return undefined;
    let isLeft = false;
    api.send(punktFetchReturns, {}).then(
      ({ returns: list }) => {
        if (isLeft) return;
        setWaiting(list);
        setFailure(null);
      },
      (error: unknown) => !isLeft && setFailure(failureOf(error)),
    );
    return () => {
      isLeft = true;
    };
  }, [api, uid, known, returns, turn]);
  return { waiting, failure, setWaiting, again: () => setTurn((count) => count + 1) };
}

const NO_MARKS: Marks = new Map();
type Told = { kind: 'error' | 'leaf'; text: string };
/** /punkt/returns: goods that a buyer brings; their money is the desk's (docs/product/returns.md#at-the-counter). */
export function ReturnsPage() {
  const { waiting, failure, setWaiting, again } = useReturns();
  const { isOnline } = useAtomValue(networkAtom);
  const act = useCounterAct();
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  /** The one that was found, and the codes of «Честный знак» that were scanned for it. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [marks, setMarks] = useState<Marks>(new Map());
  const field = useRef<HTMLInputElement>(null);
  const hasField = waiting !== null;
  useEffect(() => field.current?.focus(), [hasField]);
  if (waiting === null) return <NotLoaded title="Возвраты не загрузились" failure={failure} onRetry={again} />;
  const accept = async (one: PunktReturn, pieces: ReadonlyMap<number, number>) => {
    const lines = one.lines.map(({ line_id }) => {
      const codes = one.id === chosen ? (marks.get(line_id) ?? []).map(({ code }) => code) : [];
      return { line_id, pieces: pieces.get(line_id) ?? 0, ...(codes.length > 0 ? { codes } : {}) };
    });
    const body = { return_id: one.id, version: one.version, lines };
    try {
      const reply = await act({ call: punktAcceptReturn, ref: one.id, input: { body } });
      setWaiting(reply.returns);
      choose(null);
      setTyped('');
      setTold({ kind: 'leaf', text: `${one.code}: товар принят. Деньги вернёт хозяйство` });
      field.current?.focus();
    } catch (error) {
      setTold({ kind: 'error', text: `${one.code}: ${failureText(failureOf(error))}` });
      // Another tablet may have taken it, or its buyer has changed their mind.
      again();
    }
  };
  const choose = (id: number | null) => {
    setChosen(id);
    setMarks(new Map());
  };
  const isFound = chosen !== null && typed === '';
  const shown = isFound ? waiting.filter(({ id }) => id === chosen) : searchReturns(waiting, typed);
  const scanMark = (mark: Mark) => {
    // While a scanner types its code the list shows what that text would find.
    const one = chosen === null && waiting.length === 1 ? waiting[0] : waiting.find(({ id }) => id === chosen);
    if (!one || one.lines.every((line) => line.marks === 0))
      return setTold({ kind: 'error', text: 'Сначала найдите возврат, из которого эта упаковка' });
    const taken = one.id === chosen ? marks : NO_MARKS;
    const added = addMark(one.lines, taken, { code: mark.code, unit: unitOf(mark) });
    setChosen(one.id);
    setMarks(added.marks);
    setTold(MARK_WORDS[added.outcome]);
  };
  const search = (text: string) => {
    const mark = readMark(text);
    if (mark) return scanMark(mark);
    const found = searchReturns(waiting, text);
    const isKnown = found.length > 0;
    const only = found.length === 1 ? found[0] : undefined;
    if (only?.id !== chosen) choose(only?.id ?? null);
    setTyped(only ? '' : text);
    setTold(isKnown ? null : { kind: 'error', text: `«${text.slice(0, 40)}»: такого одобренного возврата у этого пункта нет` }); // prettier-ignore
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Возвраты</h1>
      <ScanField
        label="Номер возврата, телефон или имя"
        hint="Номер возврата, телефон или имя"
        fieldRef={field}
        value={typed}
        onChange={setTyped}
        onScan={search}
      />
      <output className={styles.big}>
        {told && (
          <Note kind={told.kind} icon={told.kind === 'leaf' ? 'check' : 'alert'}>
            {told.text}
          </Note>
        )}
      </output>
      {!isOnline && <Note icon="offline">Принимать возвраты можно только с сетью.</Note>}
      {waiting.length === 0 && (
        <EmptyState
          drawing="cart"
          title="Возвратов не ждём"
          text="Когда хозяйство одобрит возврат заказа, который выдал этот пункт, он появится здесь."
        />
      )}
      {isFound && waiting.length > 1 && (
        <Button kind="quiet" onClick={() => choose(null)}>
          Все возвраты
        </Button>
      )}
      {shown.map((one) => (
        <ReturnCard
          key={one.id}
          one={one}
          marks={one.id === chosen ? marks : NO_MARKS}
          isOnline={isOnline}
          onAccept={(pieces) => accept(one, pieces)}
        />
      ))}
    </div>
  );
}

/** What is said of a code of «Честный знак». */
const MARK_WORDS: Record<ReturnType<typeof addMark>['outcome'], Told> = {
  added: { kind: 'leaf', text: 'Код «Честного знака» записан' },
  again: { kind: 'leaf', text: 'Эта упаковка уже отсканирована' },
  enough: { kind: 'error', text: 'Все коды этого возврата уже отсканированы' },
};

type CardProps = {
  one: PunktReturn;
  marks: Marks;
  isOnline: boolean;
  onAccept: (pieces: ReadonlyMap<number, number>) => Promise<void>;
};
/** How many of each line have come: all of them, unless the operator says less. */
function ReturnCard({ one, marks, isOnline, onAccept }: CardProps) {
  const [pieces, setPieces] = useState(() => new Map(one.lines.map(({ line_id: id, pieces: all }) => [id, all])));
  const [isBusy, setBusy] = useState(false);
  const isNothing = [...pieces.values()].every((count) => count === 0);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isNothing) return;
    setBusy(true);
    await onAccept(pieces);
    setBusy(false);
  };
  return (
    <section className={`card ${styles.list}`} aria-label={`Возврат ${one.code}`}>
      <form onSubmit={(event) => void send(event)}>
        <div className={styles.listHead}>
          <h2 className="num">{one.code}</h2>
          <span className="num mute">{numberWords(one.order_id)}</span>
        </div>
        <p className={styles.none}>
          {one.name} <span className="num mute">…{one.phone_end}</span>
        </p>
        <ul>
          {one.lines.map(({ line_id: id, code, title, pieces: all, marks: coded }) => (
            <li key={id} className={styles.parcel}>
              <span className="num mute">{code}</span>
              <span className={styles.who}>
                {title}
                {coded > 0 && (
                  <span className="small mute">
                    <br />
                    Отсканируйте «Честный знак»: {marks.get(id)?.length ?? 0} из {coded}. Не читается — примите без него
                  </span>
                )}
              </span>
              <Select
                look="bare"
                aria-label={`Принесли штук: ${title}`}
                value={pieces.get(id) ?? 0}
                disabled={!isOnline}
                onChange={({ target }) => setPieces(new Map(pieces).set(id, Number(target.value)))}
              >
                {Array.from({ length: all + 1 }, (_, count) => (
                  <option key={count} value={count}>
                    {count} из {all}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
        <div className={styles.finish}>
          {isNothing && <p className="small soft">Отметьте, сколько принесли: хотя бы одну штуку.</p>}
          <Button
            kind="leaf"
            size="lg"
            wide
            type="submit"
            disabled={!isOnline}
            aria-disabled={isBusy || isNothing || undefined}
          >
            {isBusy ? 'Принимаем…' : 'Принять товар'}
          </Button>
        </div>
      </form>
    </section>
  );
}
