import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrangeTree } from '#contract/plan/tree.ts';
import type { OpenDb } from '#server/db/open.ts';
import { checkTree, repairTree, treeInWords } from '#server/features/plan/check-tree.ts';
import { countStructure, findPath, idsOf, isBelow, readTree } from '#server/features/plan/tree.queries.ts';
import { addConsultant, addPerson, causeOf, forgetPeople, sponsorsOf } from '#tests/network/people.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// The structure as the database keeps it: docs/product/network.md#structure.
let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());
beforeEach(() => forgetPeople(open.db));

const rowsInOrder = async (): Promise<number[]> => {
  const ids: number[] = [];
  for await (const rows of readTree(open.db)) ids.push(...rows.map(({ userId }) => userId));
  return ids;
};
const move = (userId: number, sponsorId: number | null) =>
  open.db.execute(sql`update users set sponsor_id = ${sponsorId} where id = ${userId}`);

describe('who comes, moves and goes', () => {
  it('a newcomer stands behind the sponsor, a client does not stand in it at all', async () => {
    const house = await addConsultant(open.db, null);
    const anna = await addConsultant(open.db, house);
    const boris = await addConsultant(open.db, anna);
    const client = await addPerson(open.db, { sponsorId: boris });
    expect(await findPath(open.db, boris)).toEqual([house, anna, boris]);
    expect(await findPath(open.db, client)).toBeNull();
    expect([await isBelow(open.db, { userId: boris, aboveId: anna }), await isBelow(open.db, { userId: anna, aboveId: boris })]).toEqual([true, false]); // prettier-ignore
  });

  it('a client who becomes a consultant brings those who had named them already', async () => {
    const house = await addConsultant(open.db, null);
    const anna = await addPerson(open.db, { sponsorId: house });
    const boris = await addConsultant(open.db, anna);
    expect(await findPath(open.db, boris)).toEqual([boris]);
    await open.db.execute(sql`update users set role = 'cons', cons_id = ${1_500_000} where id = ${anna}`);
    expect(await findPath(open.db, boris)).toEqual([house, anna, boris]);
    await open.db.execute(sql`update users set role = 'client', cons_id = null where id = ${anna}`);
    expect([await findPath(open.db, anna), await findPath(open.db, boris)]).toEqual([null, [boris]]);
    expect(treeInWords(await checkTree(open.db))).toEqual([]);
  });

  it('a branch moves whole, and what moves away is gone from the old place', async () => {
    const house = await addConsultant(open.db, null);
    const [left, right] = [await addConsultant(open.db, house), await addConsultant(open.db, house)];
    const head = await addConsultant(open.db, left);
    const below = await addConsultant(open.db, head);
    expect(await countStructure(open.db, left)).toBe(3);
    await move(head, right);
    expect(await findPath(open.db, below)).toEqual([house, right, head, below]);
    expect([await countStructure(open.db, left), await countStructure(open.db, right)]).toEqual([1, 3]);
  });

  it('a deleted account leaves the structure', async () => {
    const house = await addConsultant(open.db, null);
    const anna = await addConsultant(open.db, house);
    await open.db.execute(sql`delete from users where id = ${anna}`);
    expect(await rowsInOrder()).toEqual([house]);
  });
});

describe('what is refused in words', () => {
  it('a circle, whichever way it would close', async () => {
    const anna = await addConsultant(open.db, null);
    const boris = await addConsultant(open.db, anna);
    const vera = await addConsultant(open.db, boris);
    expect(await causeOf(move(anna, vera))).toBe(`В структуре получился бы круг: ${vera} стоит ниже ${anna}`);
    expect(await causeOf(move(anna, anna))).toBe(`В структуре получился бы круг: ${anna} стоит ниже ${anna}`);
    expect(await causeOf(addPerson(open.db, { id: 4_000_000, sponsorId: 4_000_000, consId: 1_400_000 }))).toBe('Участник 4000000 не может быть своим спонсором'); // prettier-ignore
    expect(await rowsInOrder()).toEqual([anna, boris, vera]);
  });

  it('a structure deeper than 600 lines', async () => {
    await open.db.execute(sql`
      insert into users (id, role, name, cons_id, sponsor_id)
      select 5000000 + n, 'cons', 'К ' || n, 1600000 + n, case when n > 1 then 5000000 + n - 1 end from generate_series(1, 600) n`);
    expect((await findPath(open.db, 5_000_600))?.length).toBe(600);
    expect(await causeOf(addConsultant(open.db, 5_000_600))).toBe('Структура глубже 600 линий не ведётся');
    const top = await addConsultant(open.db, null);
    expect(await causeOf(move(5_000_001, top))).toBe('Структура глубже 600 линий не ведётся');
  });
});

describe('npm run tree-check', () => {
  it('finds rows that were changed beside the triggers, and puts only those right', async () => {
    const house = await addConsultant(open.db, null);
    const [anna, boris, vera] = [await addConsultant(open.db, house), await addConsultant(open.db, house), await addConsultant(open.db, house)]; // prettier-ignore
    const client = await addPerson(open.db, { sponsorId: house });
    await open.db.execute(sql`delete from tree where user_id = ${anna}`);
    await open.db.execute(sql`update tree set path = int4send(${boris}) where user_id = ${boris}`);
    await open.db.execute(sql`insert into tree (user_id, path) values (${client}, int4send(${client}))`);
    expect(treeInWords(await checkTree(open.db))).toEqual([
      `участник ${anna} нет в структуре`,
      `участник ${boris} стоит не под своим спонсором`,
      `участник ${client} стоит в структуре, но не консультант`,
    ]);
    expect(await repairTree(open.db)).toBe(4);
    expect(treeInWords(await checkTree(open.db))).toEqual([]);
    expect(await rowsInOrder()).toEqual([house, anna, boris, vera]);
  });

  it('names a circle that came in beside the triggers, and takes its people in when a sponsor is mended', async () => {
    const house = await addConsultant(open.db, null);
    const [anna, boris] = [await addConsultant(open.db, house), await addConsultant(open.db, house)];
    const below = await addConsultant(open.db, boris);
    await open.db.execute(sql`alter table users disable trigger user`);
    await open.db.execute(sql`update users set sponsor_id = ${anna + boris} - id where id in (${anna}, ${boris})`);
    await open.db.execute(sql`alter table users enable trigger user`);
    await repairTree(open.db);
    const words = treeInWords(await checkTree(open.db));
    expect(words.slice(0, 3)).toEqual(
      [anna, boris, below].map((id) => `участник ${id} вне структуры: спонсоры замкнуты в круг`),
    );
    expect(words.slice(3)).toEqual([expect.stringMatching(new RegExp(`^круг: (${anna} → ${boris} → ${anna}|${boris} → ${anna} → ${boris})\\.`))]); // prettier-ignore
    await move(anna, house);
    await repairTree(open.db);
    expect(treeInWords(await checkTree(open.db))).toEqual([]);
    expect(await findPath(open.db, below)).toEqual([house, anna, boris, below]);
  });
});

it('stands as the engine arranges it after any steps, and in the order of the engine', async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('join' as const), who: fc.nat(), whom: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), who: fc.nat(), whom: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), who: fc.nat(), whom: fc.nat() }) },
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await forgetPeople(open.db);
      const ids = [await addConsultant(open.db, null)];
      for (const { kind, who, whom } of steps) {
        const [one, other] = [ids[who % ids.length]!, ids[whom % ids.length]!];
        if (kind === 'join') ids.push(await addConsultant(open.db, one));
        else if (kind === 'move')
          refused += await move(one, other).then(() => 0, () => 1); // prettier-ignore
        else // The structure passes up to the sponsor, then the person leaves it.
        if (one !== ids[0]) {
          await open.db.execute(
            sql`update users set sponsor_id = (select sponsor_id from users where id = ${one}) where sponsor_id = ${one}`,
          );
          await open.db.execute(sql`update users set cons_id = null, role = 'client' where id = ${one}`);
          ids.splice(ids.indexOf(one), 1);
        }
      }
      const engine = arrangeTree(await sponsorsOf(open.db));
      expect(await rowsInOrder()).toEqual([...engine.ids]);
      const parents: (number | undefined)[] = [];
      for await (const rows of readTree(open.db)) parents.push(...rows.map(({ path }) => idsOf(path).at(-2)));
      expect(parents).toEqual(Array.from(engine.parent, (at) => (at < 0 ? undefined : engine.ids[at])));
      expect(treeInWords(await checkTree(open.db))).toEqual([]);
    }),
    { numRuns: 15 },
  );
  expect(refused).toBeGreaterThan(0);
});

it('newcomers and moves at once leave it right', async () => {
  const house = await addConsultant(open.db, null);
  const line = await Promise.all(Array.from({ length: 6 }, () => addConsultant(open.db, house)));
  const come = Array.from({ length: 60 }, (_, n) => addConsultant(open.db, line[n % 6]!));
  const moved = line.slice(1).map((id, n) => move(id, line[n]!));
  await Promise.all([...come, ...moved]);
  expect(treeInWords(await checkTree(open.db))).toEqual([]);
  expect(await countStructure(open.db, house)).toBe(67);
});
