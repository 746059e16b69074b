import { useAtomValue, useSetAtom } from 'jotai';
import { ItemPicture } from '#src/features/sync/ItemPicture.tsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { RefusedRow } from '#src/features/sync/refused-rows.rules.ts';
import { useReplaceHref } from '#src/features/sync/use-replace-href.ts';
import { reasonOf, titleOf, wordsOf } from '#src/features/sync/words.rules.ts';
import { repeatRefusedAtom } from '#src/features/notices/repeat.atoms.ts';
import { discardAtom } from '#src/sync-client/sync.atoms.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { focusNeighbour } from '#src/ui/focus-neighbour.ts';
import { formatMoney } from '#src/ui/format.ts';
import styles from './SyncItem.module.css';

type Props = { row: RefusedRow; picture: (image: string | null) => ReactNode; onLeave?: () => void };

/** What the server refused: the product as it was last known, the server's words, and what can be done (docs/product/offline.md#refusals). */
export function RefusedItem({ row: { record, rejected }, picture, onLeave }: Props) {
  const [first] = rejected;
  const repeat = useSetAtom(repeatRefusedAtom);
  const discard = useSetAtom(discardAtom);
  const replaceHref = useReplaceHref(record);
  const [isBusy, setBusy] = useState(false);
  const look = useAtomValue(lookAtom);
  const faced = look(record);
  const title = titleOf(look, record);
  const instead = faced?.face.insteadOfRepeat?.(faced.payload, first.last?.code);
  const act = (button: HTMLElement, work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    focusNeighbour(button, 'li');
    void work().finally(() => setBusy(false));
  };
  const discardAll = async () => {
    for (const one of rejected) await discard(one);
  };
  return (
    <li className={styles.item}>
      <ItemPicture record={record} picture={picture} />
      <div className={styles.words}>
        <p>{title}</p>
        <p className="small mute">{wordsOf(look, record, formatMoney)}</p>
        <p className="small soft">{reasonOf(first)}</p>
      </div>
      <div className={styles.actions}>
        {instead ? (
          <Link
            href={instead.href}
            className={buttonClass('line')}
            aria-label={`${instead.label}: ${title}`}
            onClick={() => onLeave?.()}
          >
            {instead.label}
          </Link>
        ) : (
          <Button
            kind="line"
            aria-description={title}
            aria-disabled={isBusy || undefined}
            onClick={(event) => act(event.currentTarget, () => repeat(...rejected))}
          >
            Повторить
          </Button>
        )}
        {replaceHref !== null && (
          <Link href={replaceHref} className={buttonClass('line')} aria-description={title} onClick={() => onLeave?.()}>
            Заменить
          </Link>
        )}
        <Button
          kind="quiet"
          aria-description={title}
          aria-disabled={isBusy || undefined}
          onClick={(event) => act(event.currentTarget, discardAll)}
        >
          Убрать
        </Button>
      </div>
    </li>
  );
}
