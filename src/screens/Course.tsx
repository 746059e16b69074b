import { useParams } from 'wouter';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { CoursePage } from '#src/features/education/CoursePage.tsx';
import { NoSuch } from '#src/features/education/NoLesson.tsx';

export function Course() {
  const { id = '' } = useParams();
  if (!/^[1-9]\d{0,8}$/.test(id)) return <NoSuch what="курса" />;
  return (
    <CabinetFrame>
      <CoursePage key={id} id={Number(id)} />
    </CabinetFrame>
  );
}
