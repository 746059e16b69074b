import { useAtomValue } from 'jotai';
import { type ReactNode, Suspense } from 'react';
import { Redirect } from 'wouter';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { CabinetMenu } from '#src/features/cabinet/CabinetMenu.tsx';
import { PriceViewCard } from '#src/features/session/PriceViewCard.tsx';
import { ProfileCard } from '#src/features/session/ProfileCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { InviteButton } from '#src/features/sponsor/InviteButton.tsx';
import { SponsorCard } from '#src/features/sponsor/SponsorCard.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './User.module.css';

/** Its code does not come: what stands without it does. */
const Today = lazyPart(
  () =>
    import('#src/screens/User/Today.tsx').catch(() => ({
      Today: ({ children }: { waiting: ReactNode; children: ReactNode }) => children,
    })),
  'Today',
);

/** /user «Кабинет»: what matters today first; no number without an answer (docs/decisions/272). */
export function User() {
  const { known, user } = useAtomValue(sessionAtom);
  const waiting = <Waiting />;
  if (!known) return <div className={`wrap ${styles.page}`}>{waiting}</div>;
  if (user.isGuest) return <Redirect to="/login?return=/user" replace />;
  return (
    <CabinetFrame>
      <div className={`wrap ${styles.page}`}>
        <header className={styles.head}>
          <div>
            <h1 tabIndex={-1}>Кабинет</h1>
            <p className="soft">
              {user.name} <span className="num">{user.cons_id}</span>
            </p>
          </div>
          {user.isCons && <InviteButton />}
        </header>
        <div className={styles.today}>
          <Suspense fallback={waiting}>
            <Today waiting={waiting}>
              <PriceViewCard />
              <SponsorCard />
              <ProfileCard />
              <div className={`card ${styles.sections}`}>
                <CabinetMenu withOverview={false} />
              </div>
            </Today>
          </Suspense>
        </div>
      </div>
    </CabinetFrame>
  );
}

function Waiting() {
  return (
    <div className={`${styles.today} ${styles.wide}`} aria-busy="true">
      <Skeleton className={styles.wide} height={132} radius={12} />
      <Skeleton height={180} radius={12} />
      <Skeleton height={180} radius={12} />
    </div>
  );
}
