import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { FoundPeople } from '#src/features/structure/FoundPeople.tsx';
import { MonthPick } from '#src/features/structure/MonthPick.tsx';
import { PersonSheet } from '#src/features/structure/PersonSheet.tsx';
import { readStructure, type StructureAsked, structureAddress } from '#src/features/structure/structure.rules.ts';
import { StructureLine } from '#src/features/structure/StructureLine.tsx';
import { StructureSearch } from '#src/features/structure/StructureSearch.tsx';
import { StructureTree } from '#src/features/structure/StructureTree.tsx';
import { WholeTiles } from '#src/features/structure/WholeTiles.tsx';
import { usePhone } from '#src/features/structure/use-phone.ts';
import { useTree } from '#src/features/structure/use-tree.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Structure.module.css';

/** /user/business/structure: lines open on demand; on the phone one line at a time. The line and the open person stand in the address. */
export function StructurePage({ invite }: { invite: ReactNode }) {
  const asked = readStructure(useSearch());
  const { node, person, period } = asked;
  const [, go] = useLocation();
  const { isOnline } = useAtomValue(networkAtom);
  const isPhone = usePhone();
  const tree = useTree({ alsoId: isPhone ? node : null, month: period });
  const { held, rootId, failure } = tree;
  const [q, setQ] = useState('');
  const addressOf = (next: Partial<StructureAsked>) => structureAddress({ ...asked, ...next });
  /** Leads to somebody who was found: the tree opens down to them, the phone shows the line that they stand in. */
  const reveal = (path: readonly number[]) => {
    tree.reveal(path);
    setQ('');
    const above = path.at(-2) ?? rootId;
    go(addressOf({ node: isPhone && above !== rootId ? above : null, person: path.at(-1) ?? null }));
  };
  useFocusBack(person);
  const drawn = { held, rootId, marked: person, failure, onMore: tree.more, invite };
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Структура</h1>
        {held.about && <AsOf at={held.about.as_of} />}
        <span className={styles.invite}>{invite}</span>
      </div>
      {period === null && <WholeTiles />}
      <div className={styles.filters}>
        <StructureSearch q={q} onChange={setQ} />
        {/* Another month has the same people in other places: its line is shown from the top. */}
        <MonthPick
          month={period}
          onChange={(month) => go(structureAddress({ node: null, person: null, period: month }), { replace: true })}
        />
      </div>
      {q.trim() !== '' && <FoundPeople q={q.trim()} onChosen={reveal} />}
      {failure && held.levels.has(rootId) && (
        <Note icon={isOnline ? 'alert' : 'offline'}>
          <span role="alert">{failure.text}</span>{' '}
          <button type="button" className="link" onClick={failure.onRetry}>
            Повторить
          </button>
        </Note>
      )}
      {isPhone ? (
        <StructureLine {...drawn} nodeId={node ?? rootId} addressOf={addressOf} />
      ) : (
        <StructureTree
          {...drawn}
          open={tree.open}
          onToggle={tree.toggle}
          onOpenAll={tree.openAll}
          name={{ addressOf: (id) => addressOf({ person: id }) }}
        />
      )}
      <p className="small soft">
        {!isPhone &&
          'Стрелки вправо и влево раскрывают и сворачивают строку, * — все рядом с ней, Enter открывает карточку. '}
        <Link className="link" href={`/user/reports/activity${period === null ? '' : `?period=${period}`}`}>
          Та же структура таблицей
        </Link>
      </p>
      {person !== null && (
        <PersonSheet
          id={person}
          isOfAnotherMonth={period !== null}
          onClose={() => go(addressOf({ person: null }), { replace: true })}
          onPath={reveal}
        />
      )}
    </div>
  );
}

/** The sheet has closed, and what opened it may be gone, as a hit of the search is: the keyboard goes on in the row of that person. */
function useFocusBack(person: number | null): void {
  const last = useRef(person);
  const awaited = useRef<number | null>(null);
  // After every drawing: the row may lie on a line that is still on its way when the sheet closes.
  useEffect(() => {
    if (last.current !== null && person === null) awaited.current = last.current;
    last.current = person;
    // Whoever has gone on meanwhile stays there.
    if (person !== null || document.activeElement !== document.body) awaited.current = null;
    if (awaited.current === null) return;
    const row = document.querySelector<HTMLElement>(`#main [data-person="${awaited.current}"]`);
    if (row) awaited.current = null;
    row?.focus();
  });
}
