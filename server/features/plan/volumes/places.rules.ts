import { sizesOf, type Tree } from '#contract/plan/tree.ts';

// Stored paths become places in pre-order (docs/decisions/332). A path is ids of four bytes, the highest first.

export type PathRow = { userId: number; path: Uint8Array };

/** Takes paths in their order, piece by piece, and makes the tree of them. */
export function collectTree(): { add(row: PathRow): void; tree(): Tree } {
  let ids = new Int32Array(1024);
  let parent = new Int32Array(1024);
  let count = 0;
  /** Places of the people above the last one, by line. */
  const above: number[] = [];
  return {
    add({ userId, path }) {
      if (count === ids.length) [ids, parent] = [doubled(ids), doubled(parent)];
      const line = path.length / 4 - 1;
      let up = line - 1;
      // Who is missing above, because they are coming in this very moment, is passed over until the tree is read again.
      while (up >= 0 && ids[above[up] ?? -1] !== idAt(path, up)) up -= 1;
      parent[count] = up >= 0 ? above[up]! : -1;
      ids[count] = userId;
      above[line] = count;
      count += 1;
    },
    tree() {
      const reached = parent.slice(0, count);
      return { ids: ids.slice(0, count), parent: reached, size: sizesOf(reached) };
    },
  };
}
const doubled = (values: Int32Array): Int32Array<ArrayBuffer> => {
  const wider = new Int32Array(values.length * 2);
  wider.set(values);
  return wider;
};
const idAt = (path: Uint8Array, line: number): number =>
  (path[line * 4]! << 24) | (path[line * 4 + 1]! << 16) | (path[line * 4 + 2]! << 8) | path[line * 4 + 3]!;

/** Place of each user id, −1 for who is not in the tree. */
export function placesOf({ ids }: Pick<Tree, 'ids'>): Int32Array {
  const places = new Int32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1).fill(-1);
  for (const [at, id] of ids.entries()) places[id] = at;
  return places;
}

/** A tree with newcomers in it, and where everybody from before stands now. */
export type Grown = { tree: Tree; movedTo: Int32Array };

/** Puts newcomers where the order of paths has them: one pass, whatever their number. `rows` are in the order of their paths. */
export function withNewcomers(tree: Tree, places: Int32Array, rows: readonly PathRow[]): Grown {
  const before = tree.ids.length;
  const [ids, parent] = [new Int32Array(before + rows.length), new Int32Array(before + rows.length)];
  const movedTo = new Int32Array(before);
  const newPlaces = new Map<number, number>();
  const wanted = insertionPlaces(tree, places, rows);
  let next = 0;
  for (let at = 0; at <= before; at += 1) {
    for (; next < rows.length && wanted[next] === at; next += 1) {
      const { userId, path } = rows[next]!;
      const place = at + next;
      ids[place] = userId;
      parent[place] = nearestAbove(path, (id) => newPlaces.get(id) ?? movedPlace(places, movedTo, id));
      newPlaces.set(userId, place);
    }
    if (at === before) break;
    const place = at + next;
    movedTo[at] = place;
    ids[place] = tree.ids[at]!;
    const up = tree.parent[at]!;
    parent[place] = up < 0 ? -1 : movedTo[up]!;
  }
  return { tree: { ids, parent, size: sizesOf(parent) }, movedTo };
}
const movedPlace = (places: Int32Array, movedTo: Int32Array, id: number): number | undefined => {
  const at = places[id] ?? -1;
  return at < 0 ? undefined : movedTo[at];
};
function nearestAbove(path: Uint8Array, placeOf: (id: number) => number | undefined): number {
  for (let up = path.length / 4 - 2; up >= 0; up -= 1) {
    const place = placeOf(idAt(path, up));
    if (place !== undefined) return place;
  }
  return -1;
}

/** Before which old place each newcomer comes: brothers stand by id, so behind the last one with a smaller id and all of theirs. */
function insertionPlaces({ ids, parent, size }: Tree, places: Int32Array, rows: readonly PathRow[]): number[] {
  const ofNewcomer = new Map<number, number>();
  return rows.map(({ userId, path }) => {
    let wanted: number | undefined;
    for (let up = path.length / 4 - 2; up >= -1 && wanted === undefined; up -= 1) {
      const aboveId = up < 0 ? null : idAt(path, up);
      const above = aboveId === null ? -1 : (places[aboveId] ?? -1);
      if (aboveId !== null && ofNewcomer.has(aboveId)) wanted = ofNewcomer.get(aboveId);
      else if (aboveId === null || above >= 0) {
        const end = above < 0 ? ids.length : above + size[above]!;
        wanted = above + 1;
        while (wanted < end && parent[wanted] === above && ids[wanted]! < userId) wanted += size[wanted]!;
      }
    }
    ofNewcomer.set(userId, wanted!); // The last step of the loop, above everybody, always answers.
    return wanted!;
  });
}
