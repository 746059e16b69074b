import type { Db } from '#server/db/open.ts';
import { collectTree } from '#server/features/plan/volumes/places.rules.ts';
import { type View, viewAfter, viewOf } from '#server/features/plan/volumes/view.rules.ts';
import { readNews, readWhole } from '#server/features/plan/volumes/volumes.queries.ts';

export type Followed = { view: View; horizon: string };

/** The open period as it is now, read whole. */
export async function readView(db: Db, period: number, version = 1): Promise<Followed> {
  const people = collectTree();
  const { horizon, houseId, volumes } = await readWhole(db, period, (row) => people.add(row));
  return { horizon, view: viewOf(people.tree(), volumes, { id: period, version, houseId }) };
}

/** One step later: the same view when nothing has come, another one with the news, a new reading after a move or a new month. */
export async function followView(db: Db, { view, horizon }: Followed, period: number, spare?: View): Promise<Followed> {
  if (period !== view.id) return readView(db, period, view.version + 1);
  const news = await readNews(db, { period, since: horizon });
  if (news.isBroken) return readView(db, period, view.version + 1);
  const isQuiet = news.people.length === 0 && news.volumes.length === 0;
  return { horizon: news.horizon, view: isQuiet ? view : viewAfter(view, news, spare) };
}
