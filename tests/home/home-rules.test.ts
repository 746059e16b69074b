import { describe, expect, it } from 'vitest';
import type { CategoryNode } from '#contract/catalogue.ts';
import { facesOf, labelled, packsOnSheet, topsOf } from '#src/features/home/home.rules.ts';
import { topicsOf } from '#src/features/home/topics.rules.ts';
import { row } from '#tests/support/list-row.ts';

// docs/product/catalogue.md#front

const node = (id: number, parent: number | null): CategoryNode => ({
  id,
  parent_id: parent,
  slug: `c-${id}`,
  title: `Отдел ${id}`,
  short: `О${id}`,
  count: 1,
});
const always = () => true;
const TREE = [node(11, 1), node(1, null), node(2, null), node(3, null)];
const tops = topsOf(TREE);

describe('the department of a category', () => {
  it('is the top of its branch, wherever in the list the parents stand', () => {
    expect(tops.get(11)?.id).toBe(1);
    expect(tops.get(2)?.id).toBe(2);
    expect(tops.get(99)).toBeUndefined();
  });
  it('ends in a tree that runs in a circle or names a parent that is not there', () => {
    expect([...topsOf([node(5, 6), node(6, 5)]).keys()]).toEqual([5, 6]);
    expect(topsOf([node(5, 77)]).get(5)?.id).toBe(5);
  });
});

describe('packs on the squared paper', () => {
  it('are three of different departments, the newest first, with a picture and in stock', () => {
    const rows = [
      row(1, { category_id: 11, image: null }),
      row(2, { category_id: 11, image: 'a' }),
      row(3, { category_id: 1, image: 'b' }),
      row(4, { category_id: 2, image: 'c' }),
      row(5, { category_id: 3, image: 'd' }),
    ];
    const ids = (isSold: (one: { id: number }) => boolean) => packsOnSheet(rows, tops, isSold).map(({ id }) => id);
    expect(ids(always)).toEqual([2, 4, 5]);
    expect(ids(({ id }) => id !== 4)).toEqual([2, 5, 3]);
    expect(ids(() => false)).toEqual([]);
  });
  it('are the same before the whole list is here: only its first 24 are asked', () => {
    const rows = Array.from({ length: 60 }, (_, i) => row(i + 1, { category_id: i < 30 ? 1 : 2, image: 'x' }));
    expect(packsOnSheet(rows, tops, always)).toEqual(packsOnSheet(rows.slice(0, 24), tops, always));
  });
  it('do not need categories', () => {
    expect(packsOnSheet([row(1, { image: 'x' }), row(2, { image: 'y' })], topsOf([]), always)).toHaveLength(2);
  });
});

it('the face of a department is a hit of it, else its newest with a picture', () => {
  const faces = facesOf(
    [
      row(1, { category_id: 11, image: 'a' }),
      row(2, { category_id: 1, image: 'b', labels: ['Хит'] }),
      row(3, { category_id: 2, image: null, labels: ['Хит'] }),
      row(4, { category_id: 2, image: 'd' }),
      row(5, { category_id: 99, image: 'e' }),
    ],
    tops,
  );
  expect([...faces].map(([id, face]) => [id, face.id])).toEqual([
    [1, 2],
    [2, 4],
  ]);
});

it('a row of one label holds twelve that are in stock', () => {
  const rows = Array.from({ length: 20 }, (_, i) => row(i + 1, { labels: i % 4 ? ['Хит', 'Акция'] : [] }));
  expect(labelled(rows, 'Хит', always)).toHaveLength(12);
  expect(labelled(rows, 'Хит', ({ id }) => id === 3).map(({ id }) => id)).toEqual([3]);
  expect(labelled(rows, 'Новинка', always)).toEqual([]);
});

describe('topics of the front page', () => {
  const drawn = (id: number) => row(id, { image: `p${id}` });
  const byId = new Map([drawn(1), drawn(2), row(3)].map((one) => [one.id, one]));
  const need = (slug: string, products: number[]) => ({ slug, title: slug, products });

  it('count what is published, and leave out a topic that has nothing', () => {
    expect(
      topicsOf([need('son', [1, 99]), need('suhoe', [98, 99])], byId, always).map((one) => [one.slug, one.count]),
    ).toEqual([['son', 1]]);
  });
  it('each has a pack of its own, the fittest that can be bought and seen; the same again rather than none', () => {
    const faces = (isSold: (one: { id: number }) => boolean) =>
      topicsOf([need('a', [3, 1, 2]), need('b', [1, 2]), need('c', [1])], byId, isSold).map(({ face }) => face?.id);
    expect(faces(always)).toEqual([1, 2, 1]);
    expect(faces(({ id }) => id !== 1)).toEqual([2, 2, undefined]);
  });
});
