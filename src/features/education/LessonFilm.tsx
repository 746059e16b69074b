import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { LessonPackage, LessonVideo as Video } from '#contract/education.ts';
import {
  cancelFilmAtom,
  downloadFilmAtom,
  type FilmState,
  filmsAtom,
  forgetFilmAtom,
  readFilmAtom,
} from '#src/features/education/film.atoms.ts';
import { LessonVideo } from '#src/features/education/LessonVideo.tsx';
import { Stem } from '#src/features/education/Stem.tsx';
import { formatBytes } from '#src/ui/format.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './LessonVideo.module.css';

type Props = { lesson: LessonPackage & { video: Video }; onWatched: () => void };

/** The film of a lesson, from the shop or from this phone. */
export function LessonFilm({ lesson: { id: lessonId, video }, onWatched }: Props) {
  const state = useAtomValue(filmsAtom).get(video.sha256);
  const { isOnline } = useAtomValue(networkAtom);
  const read = useSetAtom(readFilmAtom);
  useEffect(() => void read({ lessonId, video }), [read, lessonId, video]);
  const isHeld = state?.kind === 'held';
  return (
    <LessonVideo video={video} isPlayable={isOnline || isHeld} onWatched={onWatched}>
      <Keep lessonId={lessonId} video={video} state={state ?? { kind: 'absent' }} />
    </LessonVideo>
  );
}

function Keep({ lessonId, video, state }: { lessonId: number; video: Video; state: FilmState }) {
  const { isOnline } = useAtomValue(networkAtom);
  const start = useSetAtom(downloadFilmAtom);
  const cancel = useSetAtom(cancelFilmAtom);
  const forget = useSetAtom(forgetFilmAtom);
  const size = formatBytes(video.bytes);
  if (state.kind === 'running')
    return (
      <div className={styles.keep}>
        <p className="small soft">
          Скачиваем видео: {formatBytes(state.done)} из{'\u00a0'}
          {size}
        </p>
        <Stem percent={Math.round((state.done * 100) / video.bytes)} label="Скачано видео" />
        <Button kind="quiet" onClick={() => cancel(video.sha256)}>
          Отменить
        </Button>
      </div>
    );
  if (state.kind === 'held')
    return (
      <div className={styles.keep}>
        <p className="small soft">
          Видео на{'\u00a0'}телефоне, {size}.
        </p>
        <Button kind="quiet" onClick={() => void forget({ lessonId, video })}>
          Удалить видео
        </Button>
      </div>
    );
  return (
    <div className={styles.keep}>
      <Button
        kind="soft"
        disabled={!isOnline}
        aria-describedby="film-why"
        onClick={() => void start({ lessonId, video })}
      >
        Скачать видео, {size}
      </Button>
      <output id="film-why" className="small soft">
        {!isOnline ? 'Нужен интернет' : state.end && <Ended kind={state.end.kind} />}
      </output>
    </div>
  );
}

function Ended({ kind }: { kind: NonNullable<Extract<FilmState, { kind: 'absent' }>['end']>['kind'] }) {
  switch (kind) {
    case 'aborted':
      return <>Остановлено. Скачанное начало сохранено.</>;
    case 'offline':
      return <>Связь прервалась. Скачанное начало сохранено.</>;
    case 'full':
      return (
        <>
          На{'\u00a0'}телефоне не{'\u00a0'}хватило места. Удалите другие видео или{' '}
          <Link className="link" href="/user/sync">
            картинки каталога
          </Link>
          .
        </>
      );
    default:
      return <>Не получилось скачать. Попробуйте ещё раз.</>;
  }
}
