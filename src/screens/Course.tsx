import { useParams } from 'wouter';
import { CoursePage } from '#src/features/education/CoursePage.tsx';

export function Course() {
  const { id = '' } = useParams();
  return <CoursePage key={id} id={Number(id)} />;
}
