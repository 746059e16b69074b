import { createHash } from 'node:crypto';
import type { CoursePackage, EducationPackages, LessonPackage, Quiz } from '#contract/education.ts';
import type { Net } from '#src/offline/ports.ts';

// A shop that publishes courses, as far as a phone sees it: a list and files by content hash.

type Draft = { id: number; text: string; pictures?: string[]; quiz?: Quiz };
export type CourseDraft = { id: number; audience: 'everyone' | 'consultants'; lessons: Draft[] };

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export type Shop = ReturnType<typeof shopOf>;
/** `net` answers from it; `asked` names every file that travelled. */
export function shopOf(drafts: CourseDraft[]) {
  const files = new Map<string, { type: string; body: Uint8Array }>();
  const put = (body: Uint8Array, ext: string, type: string) => {
    const sha256 = hashOf(body);
    const url = `/api/education/files/${sha256}.${ext}`;
    files.set(url, { type, body });
    return { sha256, bytes: body.length, url };
  };
  const courseOf = ({ id, audience, lessons }: CourseDraft): CoursePackage => {
    const packages = lessons.map((lesson): LessonPackage => {
      const pictures = (lesson.pictures ?? []).map((text) =>
        put(bytesOf(`<svg>${text}</svg>`), 'svg', 'image/svg+xml'),
      );
      return {
        v: 1,
        id: lesson.id,
        course_id: id,
        title: `Урок ${lesson.id}`,
        kind: 'text',
        minutes: 5,
        updated: '2026-11-02',
        html: `<section><p>${lesson.text}</p></section>`,
        text: lesson.text,
        products: [],
        pictures,
        video: null,
        quiz: lesson.quiz ?? null,
      };
    });
    const rows = packages.map(({ id: lessonId, title, kind, minutes, quiz, ...rest }) => ({
      id: lessonId,
      title,
      kind,
      minutes,
      has_quiz: quiz !== null,
      ...put(
        bytesOf(JSON.stringify({ id: lessonId, title, kind, minutes, quiz, ...rest })),
        'json',
        'application/json',
      ),
    }));
    const pictures = packages.flatMap((one) => one.pictures);
    return {
      id,
      version: hashOf(bytesOf(JSON.stringify(rows))),
      title: `Курс ${id}`,
      description: 'О чём',
      audience,
      has_certificate: false,
      cover: null,
      lessons: rows,
      pictures,
      video: [],
      bytes: [...rows, ...pictures].reduce((sum, { bytes }) => sum + bytes, 0),
      bytes_br: 1,
    };
  };
  const courses = drafts.map(courseOf);
  const list: EducationPackages = {
    status: 'success',
    v: 1,
    rev: hashOf(bytesOf(JSON.stringify(courses))),
    courses,
    productLessons: {},
  };
  return { list, files };
}

export type PhoneNet = Net & {
  shop: Shop;
  asked: string[];
  /** The request of this number (from 0) fails, and all after it. */
  breakAt: number;
  answer: ((path: string) => Awaited<ReturnType<Net['get']>> | undefined) | null;
};
export function netOf(shop: Shop): PhoneNet {
  let count = 0;
  const net: PhoneNet = {
    shop,
    asked: [],
    breakAt: Infinity,
    answer: null,
    async get(path, { etag } = {}) {
      if (count++ >= net.breakAt) throw new TypeError('fetch failed');
      net.asked.push(path);
      const own = net.answer?.(path);
      if (own) return own;
      const { list, files } = net.shop;
      const file = files.get(path);
      if (file) return { status: 200, etag: null, type: file.type, body: new Uint8Array(file.body).buffer };
      if (path !== '/api/education/packages')
        return { status: 404, etag: null, type: 'application/json', body: new ArrayBuffer(2) };
      if (etag === list.rev) return { status: 304, etag, type: '', body: new ArrayBuffer(0) };
      const body = bytesOf(JSON.stringify(list));
      return {
        status: 200,
        etag: list.rev,
        type: 'application/json; charset=utf-8',
        body: new Uint8Array(body).buffer,
      };
    },
  };
  return Object.assign(net, {
    rewind: () => {
      count = 0;
    },
  });
}
