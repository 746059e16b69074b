import { useParams } from 'wouter';
import { QuizPage } from '#src/features/education/QuizPage.tsx';

export function Quiz() {
  const { id = '' } = useParams();
  return <QuizPage key={id} id={Number(id)} />;
}
