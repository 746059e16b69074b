import { Suspense } from 'react';
import { useParams } from 'wouter';
import { LessonPage } from '#src/features/education/LessonPage.tsx';
import { LessonVideo } from '#src/features/education/LessonVideo.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const AppearanceForm = lazyPart(async () => (await import('#src/features/content/AppearanceForm.tsx')).AppearanceForm);

export function Lesson() {
  const { id = '' } = useParams();
  return (
    <LessonPage
      key={id}
      id={Number(id)}
      appearance={
        <Suspense>
          <AppearanceForm />
        </Suspense>
      }
      video={({ video }, onWatched) => video && <LessonVideo video={video} isPlayable onWatched={onWatched} />}
    />
  );
}
