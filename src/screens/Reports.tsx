import type { ReactNode } from 'react';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { PersonalStat } from '#src/features/reports/PersonalStat.tsx';
import { ReportPage } from '#src/features/reports/ReportPage.tsx';
import { ReportsIndex } from '#src/features/reports/ReportsIndex.tsx';

const framed = (page: ReactNode) => () => <CabinetFrame>{page}</CabinetFrame>;

export const Reports = framed(<ReportsIndex />);
export const ActivityReport = framed(<ReportPage key="activity" report="activity" />);
export const InactiveReport = framed(<ReportPage key="inactive" report="inactive" />);
export const RookieReport = framed(<ReportPage key="rookie" report="rookie" />);
export const BirthdaysReport = framed(<ReportPage key="birthdays" report="birthdays" />);
export const NewStatusesReport = framed(<ReportPage key="new-statuses" report="new-statuses" />);
export const PersonalStatReport = framed(<PersonalStat />);
