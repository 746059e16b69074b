import { Link } from 'wouter';
import { Locked } from '#src/features/education/Locked.tsx';
import type { LessonLoad } from '#src/features/education/education.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** An address that no course or lesson can have. */
export function NoSuch({ what }: { what: 'курса' | 'урока' }) {
  return (
    <div className="wrap">
      <NoLesson load={{ kind: 'refused', code: 'not_found', message: `Такого ${what} нет` }} onAgain={() => {}} />
    </div>
  );
}

/** Why there is nothing to read, and what to do about it. */
export function NoLesson({ load, onAgain }: { load: Exclude<LessonLoad, { kind: 'ready' }>; onAgain: () => void }) {
  const home = (
    <Link href="/user/education" className={buttonClass('line')}>
      К моим курсам
    </Link>
  );
  const again = (
    <>
      <Button kind="leaf" onClick={onAgain}>
        Попробовать ещё раз
      </Button>
      {home}
    </>
  );
  switch (load.kind) {
    case 'refused':
      if (load.code === 'forbidden') return <Locked words={load.message} />;
      return (
        <EmptyState level={1} drawing="lost" title={load.message} text="Возможно, ссылка устарела." action={home} />
      );
    case 'offline':
      return (
        <EmptyState
          level={1}
          drawing="offline"
          title="Этого урока нет на телефоне"
          text="Откройте его один раз с интернетом или скачайте курс целиком: потом он будет с вами и без сети."
          action={again}
        />
      );
    case 'full':
      return (
        <EmptyState
          level={1}
          drawing="lost"
          title="На телефоне нет места для урока"
          text="Освободите место: удалите скачанные видео или картинки каталога."
          action={
            <>
              <Link href="/user/sync" className={buttonClass('leaf')}>
                Что занимает место
              </Link>
              {home}
            </>
          }
        />
      );
    case 'failed':
      return (
        <EmptyState level={1} drawing="lost" title="Урок не открылся" text={failureText(load.failure)} action={again} />
      );
  }
}
