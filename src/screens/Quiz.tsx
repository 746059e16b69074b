import { useParams } from 'wouter';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { QuizPage } from '#src/features/education/QuizPage.tsx';
import { NoSuch } from '#src/features/education/NoLesson.tsx';

export function Quiz() {
  const { id = '' } = useParams();
  if (!/^[1-9]\d{0,8}$/.test(id)) return <NoSuch what="урока" />;
  return (
    <CabinetFrame hasOwnBar>
      <QuizPage key={id} id={Number(id)} />
    </CabinetFrame>
  );
}
