import { MESSAGES } from '#contract/messages.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import {
  findAttempts,
  findCertificates,
  findCourses,
  findLesson,
  findLessonHeads,
  findWatched,
  insertCertificate,
  type LessonRow,
} from '#server/features/education/education.queries.ts';
import { isEarned, isOpenTo, type Learner } from '#server/features/education/learner.rules.ts';
import { forbidden } from '#server/platform/refuse.ts';
import type { SessionUser } from '#server/platform/session.ts';

export const isConsultant = (user: SessionUser): boolean => user.consId !== null;

export async function readLearner(db: DbOrTx, user: SessionUser): Promise<Learner> {
  const courses = await findCourses(db);
  const lessons = await findLessonHeads(db);
  const watched = new Set(await findWatched(db, user.id));
  const attempts = new Map((await findAttempts(db, user.id)).map((row) => [row.lessonId, row]));
  const certificates = await findCertificates(db, user.id);
  return { isConsultant: isConsultant(user), courses, lessons, watched, attempts, certificates };
}

const INT4_MAX = 2_147_483_647;
export const isInt4 = (id: number): boolean => id >= 1 && id <= INT4_MAX;

/** The lesson, if it is there and for this person. @throws 403 in words; undefined = there is none. */
export async function openLesson(db: DbOrTx, user: SessionUser, id: number): Promise<LessonRow | undefined> {
  const found = isInt4(id) ? await findLesson(db, id) : undefined;
  if (found && !isOpenTo(found, isConsultant(user))) throw forbidden(MESSAGES.consultantsOnly);
  return found?.lesson;
}

/** In the transaction that completed the course, under `holdLearner`: the certificate is there as soon as it is earned. */
export async function withCertificate(
  tx: Tx,
  learner: Learner,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
): Promise<Learner> {
  if (!isEarned(learner, courseId)) return learner;
  const row = await insertCertificate(tx, { userId, courseId, issuedAt: now });
  return { ...learner, certificates: [row, ...learner.certificates] };
}
