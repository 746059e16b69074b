import { EducationPage } from '#src/features/education/EducationPage.tsx';

export const Education = () => <EducationPage />;
