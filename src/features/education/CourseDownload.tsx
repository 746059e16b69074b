import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import {
  cancelDownloadAtom,
  downloadCourseAtom,
  downloadsAtom,
  forgetCourseAtom,
} from '#src/features/education/downloads.atoms.ts';
import { libraryAtom } from '#src/features/education/education.atoms.ts';
import type { CourseView } from '#src/features/education/education.rules.ts';
import { Stem } from '#src/features/education/Stem.tsx';
import { lessonsCount } from '#src/terms/counts.ts';
import { formatBytes } from '#src/ui/format.ts';
import type { LessonsResult } from '#src/offline/lessons-job.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './CourseDownload.module.css';

type Props = {
  course: CourseView;
  /** Beside a lesson: only what is under way. */
  isQuiet?: boolean;
};

/** «Скачать курс»: the whole of it with size, progress and a way to stop; cut off, it goes on. */
export function CourseDownload({ course, isQuiet = false }: Props) {
  const { id, isWhole, heldLessons, lessonsTotal, bytes } = course;
  const state = useAtomValue(downloadsAtom).get(id);
  const { whole } = useAtomValue(libraryAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const start = useSetAtom(downloadCourseAtom);
  const cancel = useSetAtom(cancelDownloadAtom);
  const forget = useSetAtom(forgetCourseAtom);
  const isRunning = state?.kind === 'running';
  const settled = useSettled(isRunning);
  if (isQuiet && !isRunning) return null;
  if (isRunning) {
    const {
      lessons = heldLessons,
      totalLessons = lessonsTotal,
      bytes: done = 0,
      totalBytes = bytes,
    } = state.progress ?? {};
    return (
      <section className={`card ${styles.card}`} aria-label="Скачивание курса">
        <div className={styles.top}>
          <Icon name="download" />
          <p>
            <b>Скачиваем курс</b>
            <br />
            <span className="small soft">
              {lessons} из{'\u00a0'}
              {lessonsCount(totalLessons)} · {formatBytes(done)} из{'\u00a0'}
              {formatBytes(totalBytes)}
            </span>
          </p>
          <Button kind="quiet" onClick={() => settled() && void cancel(id)}>
            Отменить
          </Button>
        </div>
        <div className={styles.line}>
          <Stem percent={totalBytes === 0 ? 0 : Math.round((done * 100) / totalBytes)} label="Скачано" />
        </div>
      </section>
    );
  }
  const isCutOff = !isWhole && id in whole;
  return (
    <section className={`card ${styles.card}`} aria-label="Скачивание курса">
      <div className={styles.top}>
        <Icon name={isWhole ? 'check' : 'download'} />
        <p>
          <b>{isWhole ? 'Курс на\u00a0телефоне' : isCutOff ? 'Курс скачан не\u00a0весь' : 'Читать без сети'}</b>
          <br />
          <span className="small soft">
            {isWhole ? `${lessonsCount(lessonsTotal)}, ${formatBytes(bytes)}` : sizeOf(course)}
          </span>
        </p>
        {isWhole ? (
          <Button kind="quiet" onClick={() => settled() && void forget(id)}>
            Удалить
          </Button>
        ) : (
          <Button kind="soft" disabled={!isOnline} aria-describedby={`download-${id}`} onClick={() => void start(id)}>
            {isCutOff ? 'Докачать' : 'Скачать курс'}
          </Button>
        )}
      </div>
      <output id={`download-${id}`} className={`small soft ${styles.said}`}>
        {isWhole && state?.kind === 'ended' && <span className="sr">Курс скачан</span>}
        {!isWhole && !isOnline
          ? 'Нужен интернет'
          : state?.kind === 'ended' && !isWhole && <Ended result={state.result} />}
      </output>
    </section>
  );
}

/** The second tap of a double tap hits whatever button has appeared under the finger: a button counts taps only after a moment. */
const SETTLE_MS = 600;
function useSettled(what: unknown): () => boolean {
  const since = useRef(-SETTLE_MS);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) since.current = performance.now();
    isFirst.current = false;
  }, [what]);
  return () => performance.now() - since.current > SETTLE_MS;
}

const sizeOf = ({ heldLessons, lessonsTotal, bytes }: CourseView): string =>
  heldLessons > 0
    ? `${heldLessons} из\u00a0${lessonsCount(lessonsTotal)} уже здесь · весь курс ${formatBytes(bytes)}`
    : `${lessonsCount(lessonsTotal)} с\u00a0тестами и\u00a0картинками · ${formatBytes(bytes)}`;

function Ended({ result }: { result: LessonsResult }) {
  switch (result.kind) {
    case 'aborted':
      return <>Остановлено. Что успели, сохранено.</>;
    case 'offline':
      return <>Связь прервалась. Что успели, сохранено; продолжим, когда появится сеть.</>;
    case 'full':
      return (
        <>
          На{'\u00a0'}телефоне не{'\u00a0'}осталось места. Освободите его: удалите скачанные видео, другие курсы или{' '}
          <Link className="link" href="/user/sync">
            картинки каталога
          </Link>
          .
        </>
      );
    case 'broken':
    case 'gone':
      return <>Не получилось скачать. Попробуйте ещё раз.</>;
    default:
      return null;
  }
}
