import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Audience, LessonKind, LessonVideo } from '#contract/education.ts';
import { bytea } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A question as its author wrote it: never sent as it is (quiz.rules.ts takes `right` and `why` off). */
export type StoredQuestion = {
  id: number;
  text: string;
  kind: 'single' | 'multiple';
  answers: { id: number; text: string; right: boolean }[];
  why: string;
};

/** Ids are the authors' (course.md, lesson.md): the same on every shop that imports the folder. */
export const courses = pgTable('courses', {
  id: integer('id').primaryKey(),
  /** Order in the list. */
  position: integer('position').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  audience: text('audience').$type<Audience>().notNull(),
  cover: text('cover'),
  hasCertificate: boolean('has_certificate').notNull().default(false),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export const lessons = pgTable(
  'lessons',
  {
    id: integer('id').primaryKey(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    kind: text('kind').$type<LessonKind>().notNull(),
    minutes: integer('minutes').notNull(),
    updated: text('updated').notNull(),
    html: text('html').notNull(),
    /** Codes, as the author wrote them. */
    products: text('products')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    video: jsonb('video').$type<LessonVideo>(),
    /** The version that is offered now; null = no quiz. */
    quizVersion: integer('quiz_version'),
    /** The package on the phone: bytes in `course_files`. */
    packageSha: text('package_sha').notNull(),
    /** False: its folder is gone. Marks and attempts stay with the person. */
    published: boolean('published').notNull().default(true),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('lessons_course').on(t.courseId, t.position)],
);

/** Every version that was ever published is kept: a result is judged by the one it names (docs/product/offline.md#lessons). */
export const quizVersions = pgTable(
  'quiz_versions',
  {
    lessonId: integer('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** sha256 of percent and questions: the same text again is no new version. */
    contentSha: text('content_sha').notNull(),
    passPercent: integer('pass_percent').notNull(),
    questions: jsonb('questions').$type<StoredQuestion[]>().notNull(),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** A withdrawn version judges nobody any more: `quiz_changed`. */
    withdrawnAt: at('withdrawn_at'),
  },
  (t) => [primaryKey({ columns: [t.lessonId, t.version] })],
);

export const lessonWatches = pgTable(
  'lesson_watches',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: integer('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    watchedAt: at('watched_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.lessonId] })],
);
export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: integer('lesson_id').notNull(),
    version: integer('version').notNull(),
    answers: jsonb('answers').$type<{ question_id: number; answer_ids: number[] }[]>().notNull(),
    percent: integer('percent').notNull(),
    passed: boolean('passed').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    index('quiz_attempts_person').on(t.userId, t.lessonId, t.at),
    check('quiz_attempts_percent', sql`${t.percent} between 0 and 100`),
  ],
);
/** Issued once and for good: lessons added later take no certificate back. */
export const courseCertificates = pgTable(
  'course_certificates',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Running number over all courses. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
    issuedAt: at('issued_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.courseId] }), uniqueIndex('course_certificates_number').on(t.number)],
);

/** Files by content hash. Video lies in `DATA_DIR/education`, everything else here. */
export const courseFiles = pgTable('course_files', {
  sha256: text('sha256').primaryKey(),
  /** `json`, `svg`, `webp`, `png`, `jpg`, `avif`, `mp4`, `webm`. */
  ext: text('ext').notNull(),
  /** 1 = only consultants' courses use it. */
  audience: integer('audience').notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** As it is stored, and as it travels where brotli pays (json, svg). */
  body: bytea('body'),
  bodyBr: bytea('body_br'),
  createdAt: at('created_at').notNull().defaultNow(),
  /** Set when no course names it any more; deleted 30 days later by an import. */
  droppedAt: at('dropped_at'),
});
/** Which course names which file, and what for (`lesson`: the package of a lesson). */
export const courseUses = pgTable(
  'course_uses',
  {
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    sha256: text('sha256')
      .notNull()
      .references(() => courseFiles.sha256),
    use: text('use').$type<'cover' | 'lesson' | 'picture' | 'video'>().notNull(),
    /** A cover is for everyone: the list shows locked courses too. */
    audience: integer('audience').notNull(),
  },
  (t) => [primaryKey({ columns: [t.courseId, t.sha256, t.use] }), index('course_uses_file').on(t.sha256)],
);
