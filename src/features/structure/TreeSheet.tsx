import { useEffect, useRef, useState } from 'react';
import type { ActivityRow } from '#contract/reports.ts';
import { FoundPeople } from '#src/features/structure/FoundPeople.tsx';
import { StructureSearch } from '#src/features/structure/StructureSearch.tsx';
import { StructureTree } from '#src/features/structure/StructureTree.tsx';
import { useTree } from '#src/features/structure/use-tree.ts';
import { Button } from '#src/ui/Button.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './Structure.module.css';

type Props = {
  /** What the button does with who is chosen: «Выбрать», «Открыть карточку». */
  act: string;
  onChosen: (person: ActivityRow) => void;
  onClose: () => void;
};

/** «Дерево структуры»: one person of the own structure is chosen, by lines or by searching (docs/product/reports.md#structure). */
export function TreeSheet({ act, onChosen, onClose }: Props) {
  const tree = useTree();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ActivityRow | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isFound = useRef(false);
  // The hit that was pressed is gone: the keyboard goes on at what is done with it.
  useEffect(() => {
    if (!isFound.current || chosen === null) return;
    isFound.current = false;
    button.current?.focus();
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title="Дерево структуры"
      size="wide"
      footer={
        <div className={styles.buttons}>
          <Button
            ref={button}
            kind="leaf"
            disabled={chosen === null}
            aria-describedby={chosen === null ? 'tree-why' : undefined}
            onClick={() => chosen && onChosen(chosen)}
          >
            {chosen ? `${act}: ${chosen.name}` : act}
          </Button>
          <Button kind="line" onClick={onClose}>
            Отмена
          </Button>
          {chosen === null && (
            <span id="tree-why" className="small soft">
              Выберите человека в дереве
            </span>
          )}
        </div>
      }
    >
      <div className={styles.choosing}>
        <StructureSearch q={q} onChange={setQ} />
        {q.trim() !== '' && (
          <FoundPeople
            q={q.trim()}
            onChosen={(path, person) => {
              tree.reveal(path);
              setChosen(person);
              setQ('');
              isFound.current = true;
            }}
          />
        )}
        <StructureTree
          held={tree.held}
          rootId={tree.rootId}
          open={tree.open}
          marked={chosen?.id ?? null}
          failure={tree.failure}
          onToggle={tree.toggle}
          onOpenAll={tree.openAll}
          onMore={tree.more}
          name={{ onPick: setChosen }}
        />
      </div>
    </Sheet>
  );
}
