import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { FeedImport } from '#contract/desk-import.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { applyImportAtom, cancelImportAtom, importAtom, loadImportAtom } from '#src/staff/desk/imports/desk-imports.atoms.ts'; // prettier-ignore
import { isRunning, STATE_WORDS, sumsOf } from '#src/staff/desk/imports/desk-imports.words.ts';
import { ImportRows } from '#src/staff/desk/imports/ImportRows.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Imports.module.css';

/** How often a running import is asked about. */
const ASK_MS = 1500;

/** /desk/products/import/:id: the report row by row; only then it is written. */
export function ImportPage({ id }: { id: number }) {
  const { key, data, failure } = useAtomValue(importAtom);
  const load = useSetAtom(loadImportAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const isMine = key === `${uid} ${id}`;
  const runs = isMine && data !== null && isRunning(data);
  useEffect(() => {
    if (isOnline) void load(id);
  }, [load, uid, isOnline, id]);
  useEffect(() => {
    if (!runs || !isOnline) return undefined;
    const timer = setTimeout(() => void load(id), ASK_MS);
    return () => clearTimeout(timer);
  }, [runs, isOnline, load, id, data, failure]);
  if (isMine && !data && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <EmptyState
          level={1}
          drawing={failure.kind === 'refused' ? 'lost' : 'offline'}
          title={failure.kind === 'refused' ? failure.refusal.message : 'Импорт не загрузился'}
          text={failureText(failure)}
          action={
            <Button kind="leaf" onClick={() => void load(id)}>
              Повторить
            </Button>
          }
        />
      </div>
    );
  if (!isMine || !data)
    return (
      <div className={`wrap ${styles.page}`} aria-busy="true">
        <Skeleton height={32} />
        <Skeleton height={320} />
      </div>
    );
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title={data.name} back={{ href: '/desk/products/import', words: 'Файлы поставщиков' }}>
        <Tag kind={STATE_WORDS[data.state].tag}>{STATE_WORDS[data.state].words}</Tag>
        <output className="small soft num">{isRunning(data) && (data.progress || 'ждёт очереди')}</output>
      </DeskHead>
      {data.error !== null && (
        <div role="alert">
          <Note kind="error" icon="alert">
            {data.error} Ничего не записано.
          </Note>
        </div>
      )}
      {data.report && <Summary feed={data} />}
      <Acts feed={data} isOnline={isOnline} />
      {!isRunning(data) && data.report && <ImportRows feed={data} />}
    </div>
  );
}

function Summary({ feed }: { feed: FeedImport }) {
  const { report } = feed;
  if (!report) return null;
  return (
    <section className={`card ${styles.box}`} aria-labelledby="import-sums">
      <h2 id="import-sums">{feed.state === 'done' ? 'Записано' : 'Что изменится'}</h2>
      <p className="soft">Поставщик: {report.source}</p>
      <dl className={styles.sums}>
        {sumsOf(report).map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {report.interrupted !== null && (
        <Note kind="seed" icon="alert">
          Картинки загружены не все: {report.interrupted}. Товары записаны; повторная загрузка файла догрузит остальное.
        </Note>
      )}
    </section>
  );
}

function Acts({ feed, isOnline }: { feed: FeedImport; isOnline: boolean }) {
  const apply = useSetAtom(applyImportAtom);
  const cancel = useSetAtom(cancelImportAtom);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = async (act: (id: number) => Promise<void>) => {
    setTrouble(null);
    try {
      await act(feed.id);
    } catch (error) {
      setTrouble(failureText(failureOf(error)));
    }
  };
  if (feed.state !== 'checked' && feed.state !== 'checking') return null;
  return (
    <div className={styles.acts}>
      {feed.state === 'checked' && (
        <Button kind="leaf" size="lg" disabled={!isOnline} onClick={() => void run(apply)}>
          Записать и опубликовать
        </Button>
      )}
      <Button kind="line" size="lg" disabled={!isOnline} onClick={() => void run(cancel)}>
        {feed.state === 'checked' ? 'Не записывать' : 'Остановить проверку'}
      </Button>
      {!isOnline && <p className="small soft">Записать можно, когда будет сеть.</p>}
      {trouble && (
        <div role="alert">
          <Note kind="error" icon="alert">
            {trouble}
          </Note>
        </div>
      )}
    </div>
  );
}
