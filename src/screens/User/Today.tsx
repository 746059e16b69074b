import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ORDER_FILTERS } from '#contract/order-statuses.ts';
import { SCREENS } from '#contract/paths.ts';
import { PeriodCard } from '#src/features/cabinet/PeriodCard.tsx';
import { coursesAtom } from '#src/features/education/education.atoms.ts';
import { continueAt } from '#src/features/education/education.rules.ts';
import { type Place, readPlacesAtom } from '#src/features/education/reading.atoms.ts';
import { useEducation } from '#src/features/education/use-education.ts';
import { loadOrdersAtom, ordersAtom } from '#src/features/orders/orders.atoms.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Balances } from '#src/screens/User/Balances.tsx';
import { HeartsBack } from '#src/screens/User/HeartsBack.tsx';
import { LessonsToday } from '#src/screens/User/LessonsToday.tsx';
import { OrdersToday } from '#src/screens/User/OrdersToday.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from '../User.module.css';

/** A room of consultants: without its code the month stands alone. */
const VolumesToday = lazyPart(
  () => import('#src/features/business/VolumesToday.tsx').catch(() => ({ VolumesToday: () => null })),
  'VolumesToday',
);

const UNDER_WAY: ReadonlySet<number> = new Set([
  ...ORDER_FILTERS.awaiting,
  ...ORDER_FILTERS.moving,
  ...ORDER_FILTERS.ready,
  ...ORDER_FILTERS.deferred,
]);
const ALL = {};

/**
 * What matters today; a block without data is absent. Nothing is drawn before each has said what it has, the rest of the page
 * (`children`) neither: so nothing jumps.
 */
export function Today({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const hasVolumes = entranceOf(SCREENS['/user/business'], session) === 'open';
  const orders = useOrders();
  const lesson = useBegunLesson();
  if (orders === undefined || lesson === undefined) return waiting;
  return (
    <>
      {session.user.isCons && (
        <PeriodCard className={styles.wide}>
          {hasVolumes && (
            <Suspense>
              <VolumesToday />
            </Suspense>
          )}
        </PeriodCard>
      )}
      {orders && <OrdersToday orders={orders.rows} at={orders.copyAt} />}
      {lesson && <LessonsToday {...lesson} />}
      <HeartsBack />
      <Balances />
      {children}
    </>
  );
}

/** Undefined while nobody has answered; null when nobody can. */
function useOrders() {
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const { data, failure, isCopy, at } = useAtomValue(ordersAtom)(ALL);
  const load = useSetAtom(loadOrdersAtom);
  useEffect(() => {
    if (known) void load(ALL);
  }, [load, known, uid, returns]);
  if (data === null) return failure ? null : undefined;
  return { rows: data.orders.filter(({ status }) => UNDER_WAY.has(status.id)), copyAt: isCopy ? at : null };
}

/** Undefined while the phone and the shop have not told; null when no lesson was begun, or the course is not theirs. */
function useBegunLesson() {
  const session = useAtomValue(sessionAtom);
  const isLearner = entranceOf(SCREENS['/user/education'], session) === 'open';
  const isLooked = useEducation();
  const courses = useAtomValue(coursesAtom);
  const readPlaces = useSetAtom(readPlacesAtom);
  const [places, setPlaces] = useState<readonly Place[] | null>(null);
  useEffect(() => void readPlaces().then(setPlaces), [readPlaces]);
  if (!isLearner) return null;
  if (places === null || (courses.length === 0 && !isLooked)) return undefined;
  const found = continueAt(courses, places);
  const isBegun = found && (found.course.lessonsWatched > 0 || places.some((one) => one.lessonId === found.lesson.id));
  return isBegun ? found : null;
}
