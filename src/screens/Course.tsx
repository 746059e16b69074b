import { useParams } from 'wouter';
import { CoursePage } from '#src/features/education/CoursePage.tsx';
import { NoSuch } from '#src/features/education/NoLesson.tsx';

export function Course() {
  const { id = '' } = useParams();
  if (!/^[1-9]\d{0,8}$/.test(id)) return <NoSuch what="курса" />;
  return <CoursePage key={id} id={Number(id)} />;
}
