import { Link } from 'wouter';
import { LEADS, TITLES } from '#src/features/reports/reports.words.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import styles from './Reports.module.css';

const ORDER = ['activity', 'inactive', 'rookie', 'birthdays', 'new-statuses', 'personal-stat'] as const;

const ICONS: Record<(typeof ORDER)[number], IconName> = {
  activity: 'chart',
  inactive: 'clock',
  rookie: 'leaf',
  birthdays: 'cake',
  'new-statuses': 'star',
  'personal-stat': 'list',
};

/** /user/reports: the six. */
export const ReportsIndex = () => (
  <div className={`wrap ${styles.page}`}>
    <h1 tabIndex={-1}>Отчёты</h1>
    <ul className={styles.index}>
      {ORDER.map((report) => (
        <li key={report}>
          <Link href={`/user/reports/${report}`} className={`card ${styles.tile}`}>
            <Icon name={ICONS[report]} size={24} />
            <span>
              <b>{TITLES[report]}</b>
              <span className="small soft">{LEADS[report]}</span>
            </span>
            <Icon name="right" size={20} />
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
