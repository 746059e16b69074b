import { Suspense } from 'react';
import { useParams } from 'wouter';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { LessonPage } from '#src/features/education/LessonPage.tsx';
import { LessonFilm } from '#src/features/education/LessonFilm.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { NoSuch } from '#src/features/education/NoLesson.tsx';

const AppearanceForm = lazyPart(() => import('#src/features/content/AppearanceForm.tsx'), 'AppearanceForm');

export function Lesson() {
  const { id = '' } = useParams();
  if (!/^[1-9]\d{0,8}$/.test(id)) return <NoSuch what="урока" />;
  return (
    <CabinetFrame hasOwnBar>
      <LessonPage
        key={id}
        id={Number(id)}
        appearance={
          <Suspense>
            <AppearanceForm />
          </Suspense>
        }
        video={(lesson, onWatched) =>
          lesson.video && <LessonFilm lesson={{ ...lesson, video: lesson.video }} onWatched={onWatched} />
        }
      />
    </CabinetFrame>
  );
}
