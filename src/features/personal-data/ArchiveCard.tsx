import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { Exports } from '#contract/personal-data.ts';
import { dayOf, timeOf } from '#src/features/personal-data/days.rules.ts';
import { askExportAtom, exportAtom, loadExportAtom } from '#src/features/personal-data/personal-data.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatBytes } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './PersonalData.module.css';

const AGAIN_MS = 2000;

/** «Мои данные»: everything the shop holds, made by a job and fetched by its owner (docs/product/law.md#export). */
export function ArchiveCard() {
  const data = useAtomValue(exportAtom);
  const load = useSetAtom(loadExportAtom);
  const ask = useSetAtom(askExportAtom);
  const { uid, user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const timers = useAtomValue(timersAtom);
  const [words, setWords] = useState<string | null>(null);
  const said = (work: Promise<void>) =>
    void work.then(
      () => setWords(null),
      (error: unknown) => setWords(failureText(failureOf(error))),
    );
  useEffect(() => {
    load().then(
      () => setWords(null),
      (error: unknown) => setWords(failureText(failureOf(error))),
    );
  }, [load, uid, returns]);
  const isWaiting = data?.export?.state === 'waiting';
  useEffect(() => {
    if (!isWaiting || !isOnline) return undefined;
    return timers.after(AGAIN_MS, () => void load().catch(() => {}));
    // `data` is another one after each asking: then it is asked again.
  }, [isWaiting, isOnline, timers, load, data]);
  return (
    <section id="arhiv" className={`card ${styles.card}`} aria-labelledby="archive-title">
      <h2 id="archive-title">Мои данные</h2>
      {data ? (
        <State data={data} email={user.email} isOnline={isOnline} onAsk={() => said(ask())} />
      ) : (
        words === null && <Skeleton height={96} radius={12} />
      )}
      <div role="alert" hidden={words === null}>
        {words !== null && (
          <Note kind="error" icon="alert">
            {words}
          </Note>
        )}
      </div>
    </section>
  );
}

type Shown = { data: Exports; email: string | null; isOnline: boolean; onAsk: () => void };
function State({ data: { export: archive, next_at: next }, email, isOnline, onAsk }: Shown) {
  if (archive?.state === 'waiting')
    return (
      <div className={styles.stack}>
        <Lead name="Готовим" value={`${archive.done} из ${archive.parts} разделов`} />
        <progress className={styles.progress} max={archive.parts} value={archive.done} aria-label="Готовим архив" />
        <p className="small soft">
          Страницу можно закрыть. {email ? `Пришлём письмо на ${email}.` : 'Пришлём сообщение.'}
        </p>
      </div>
    );
  const canAsk = next === null;
  return (
    <div className={styles.stack}>
      {archive?.state === 'ready' && archive.ready_at && archive.expires_at ? (
        <>
          <div className={styles.facts}>
            <Lead name="Архив" value={formatBytes(archive.bytes ?? 0)} />
            <Lead name="Собран" value={timeOf(archive.ready_at)} wraps />
            <Lead name="Хранится" value={`до ${dayOf(archive.expires_at)}`} wraps />
          </div>
          <a className={buttonClass('leaf', { wide: true })} href={`/api/data-export/${archive.id}/file`} download>
            <Icon name="download" size={20} /> Скачать архив
          </a>
        </>
      ) : (
        <p className="soft">
          Соберём профиль, адреса, заказы, счета, согласия и{'\u00a0'}уроки в{'\u00a0'}один архив: страница для чтения и
          {'\u00a0'}файлы для программ. Структуру и чужие данные он не{'\u00a0'}содержит.
        </p>
      )}
      {archive?.state === 'failed' && <Note icon="alert">Прошлый архив собрать не получилось. Попросите ещё раз.</Note>}
      {canAsk ? (
        <Button kind={archive?.state === 'ready' ? 'line' : 'soft'} wide disabled={!isOnline} onClick={onAsk}>
          {archive?.state === 'ready' ? 'Собрать новый' : 'Собрать мои данные'}
        </Button>
      ) : (
        <p className="small soft">Новый архив можно собрать {timeOf(next)}.</p>
      )}
      {!isOnline && <p className="small soft">Нужен интернет: архив собирает магазин.</p>}
    </div>
  );
}
