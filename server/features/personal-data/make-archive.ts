import { strToU8, zip, type Zippable } from 'fflate';
import type { Db } from '#server/db/open.ts';
import { readPhotos, readSection, SECTIONS } from '#server/features/personal-data/export-sections.queries.ts';
import { exportPage, type Filled } from '#server/features/personal-data/export-page.rules.ts';

/**
 * Everything the shop holds about a person, from one snapshot: a page to read and a JSON file for each section.
 * `tell` hears how many sections are done.
 */
export async function makeArchive(
  db: Db,
  userId: number,
  { now, tell }: { now: Date; tell: (done: number) => Promise<void> },
): Promise<Buffer> {
  const { filled, photos } = await db.transaction(
    async (tx) => {
      const sections: Filled[] = [];
      for (const section of SECTIONS) {
        sections.push({ section, rows: await readSection(tx, section, userId) });
        await tell(sections.length);
      }
      return { filled: sections, photos: await readPhotos(tx, userId) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const files: Zippable = { 'moi-dannye.html': strToU8(exportPage(filled, now)) };
  for (const { section, rows } of filled) files[`json/${section.file}.json`] = strToU8(JSON.stringify(rows, null, 2));
  // Pictures are packed already.
  for (const { name, body } of photos) files[`foto/${name}`] = [body, { level: 0 }];
  return zipped(files, now);
}

const zipped = (files: Zippable, now: Date): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip(files, { mtime: now }, (error, data) => (error ? reject(error) : resolve(Buffer.from(data))));
  });
