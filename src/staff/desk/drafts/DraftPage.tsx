import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { BuyerBox } from '#src/staff/desk/drafts/BuyerBox.tsx';
import { draftPageAtom, loadDraftAtom, settleDraftAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts';
import { GoodsBox } from '#src/staff/desk/drafts/GoodsBox.tsx';
import { TotalBox } from '#src/staff/desk/drafts/TotalBox.tsx';
import { useDraftSaving } from '#src/staff/desk/drafts/use-draft.ts';
import { WayBox } from '#src/staff/desk/drafts/WayBox.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Drafts.module.css';

/** /desk/drafts/:id: an order by telephone, or for a client, while it is written down. */
export function DraftPage({ id }: { id: number }) {
  const { key, draft, fields, failure, theirs } = useAtomValue(draftPageAtom);
  const load = useSetAtom(loadDraftAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const edit = useDraftSaving();
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    void load(id);
  }, [load, uid, returns, id]);
  const isMine = key === `${uid} ${id}`;
  if (isMine && !draft && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <EmptyState
          level={1}
          drawing={failure.kind === 'refused' ? 'lost' : 'offline'}
          title={failure.kind === 'refused' ? failure.refusal.message : 'Черновик не загрузился'}
          text={failure.kind === 'refused' ? 'Оформленный заказ ищите среди заказов.' : failureText(failure)}
          action={
            <Button kind="leaf" onClick={() => void load(id)}>
              Повторить
            </Button>
          }
        />
      </div>
    );
  if (!isMine || !draft || !fields)
    return (
      <div className={`wrap ${styles.page}`} aria-busy="true">
        <Skeleton height={32} />
        <Skeleton height={320} />
      </div>
    );
  const box = { draft, fields, errors: isTried ? draft.missing : {}, edit };
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Новый заказ" back={{ href: '/desk/drafts', words: 'Заказы по телефону' }}>
        <SaveState />
      </DeskHead>
      {theirs && <Quarrel author={theirs.author} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <BuyerBox {...box} />
          <GoodsBox {...box} />
          <WayBox {...box} />
        </div>
        <div className={styles.side}>
          <TotalBox {...box} onTry={() => setTried(true)} />
        </div>
      </div>
    </div>
  );
}

function SaveState() {
  const { state, failure } = useAtomValue(draftPageAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const words = !isOnline
    ? 'Нет сети. Набранное остаётся на этом устройстве'
    : failure
      ? failureText(failure)
      : state === 'saved'
        ? 'Черновик записан'
        : 'Записываем…';
  return <output className="small soft">{words}</output>;
}

function Quarrel({ author }: { author: string }) {
  const settle = useSetAtom(settleDraftAtom);
  return (
    <div role="alert">
      <Note kind="seed" icon="alert">
        Черновик изменили в другом окне ({author}). Набранное здесь ещё не записано.
        <span className={styles.acts}>
          <Button kind="line" onClick={() => void settle('mine')}>
            Записать моё
          </Button>
          <Button kind="line" onClick={() => void settle('theirs')}>
            Взять то, что записано
          </Button>
        </span>
      </Note>
    </div>
  );
}
