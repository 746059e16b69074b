import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeNetwork } from '#server/demo/network/make-network.ts';
import { openClosedMonths } from '#server/features/plan/volumes/closed-months.ts';
import { fromBytes, toBytes } from '#server/features/plan/volumes/month-bytes.ts';
import { bestAfter, emptyLists } from '#server/features/plan/volumes/month-lists.rules.ts';
import { readTitlesBefore } from '#server/features/plan/volumes/sources.queries.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// Closed months beside the process: docs/decisions/570.
let open: Awaited<ReturnType<typeof openTestDb>>;
let folder: string;
beforeAll(async () => {
  open = await openTestDb();
  folder = await mkdtemp(join(tmpdir(), 'rostok-months-'));
  await makeNetwork({ ...open, say: () => {} }, { people: 300, seed: 'files', months: 4, open: 202611 });
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true, force: true });
});

it('a file holds what its record says: view, volumes and titles', async () => {
  const [byFile, byRecord] = [openClosedMonths(open.db, folder), openClosedMonths(open.db, undefined)];
  for (const period of [202608, 202609, 202610]) await byFile.keep(period);
  expect(await readdir(folder)).toHaveLength(3);
  for (const period of [202608, 202609, 202610]) {
    const record = await byRecord.view(period);
    expect(record?.view.amountKop.some((kop) => kop > 0)).toBe(true);
    expect(await byFile.view(period)).toEqual(record);
    expect((await byFile.halves(period)).halves.filter(Boolean)).toEqual((await byRecord.halves(period)).halves.filter(Boolean)); // prettier-ignore
  }
  // Beyond the highest id that has a title nobody has one.
  const titles = (await byFile.titlesBefore(202611)).map((title) => (title > 1 ? title : 0));
  const counted = await readTitlesBefore(open.db, 202611);
  expect(titles.slice(0, counted.length)).toEqual(counted);
  expect(titles.slice(counted.length).every((title) => title === 0)).toBe(true);
});
it('a broken file is read from the record again, and made anew; a month that is not closed has none', async () => {
  const months = openClosedMonths(open.db, folder);
  const whole = await months.view(202609);
  const name = (await readdir(folder)).find((one) => one.startsWith('202609'))!;
  const bytes = await readFile(join(folder, name));
  for (const broken of [bytes.subarray(0, bytes.length - 1), Buffer.alloc(0), Buffer.from(bytes).fill(7, 200, 208)]) {
    await writeFile(join(folder, name), broken);
    expect(await months.view(202609)).toEqual(whole);
    expect(await readFile(join(folder, name))).toEqual(bytes);
  }
  expect(await months.view(202611)).toBeNull();
  expect(await readdir(folder)).toHaveLength(3);
});
it('a folder that cannot be written to only makes it slower', async () => {
  const months = openClosedMonths(open.db, join(folder, (await readdir(folder))[0]!));
  expect(await months.view(202609)).toEqual(await openClosedMonths(open.db, folder).view(202609));
});

it('bytes and lists are one another, wherever the bytes lie', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.nat(500), own: fc.integer(), group: fc.maxSafeInteger(), title: fc.nat(12) }), {
        maxLength: 20,
      }),
      fc.nat(15),
      (people, shift) => {
        const lists = emptyLists(people.length);
        for (const [at, { id, own, group, title }] of people.entries()) {
          [lists.ids[at], lists.own[at], lists.group[at], lists.titles[at]] = [id, own, group, title];
        }
        lists.best = bestAfter(new Uint8Array(3), lists);
        const bytes = toBytes(lists);
        const moved = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift);
        expect(fromBytes(moved)).toEqual(lists);
      },
    ),
  );
});
