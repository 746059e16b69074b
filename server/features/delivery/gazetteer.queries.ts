import { ALL_CITIES } from '#contract/cities.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { cities } from '#server/db/tables/catalogue.ts';

/** The gazetteer in the database, where people's cities are joined to it; the operator's own words for a city stay. */
export async function fillGazetteer(db: DbOrTx): Promise<void> {
  await db
    .insert(cities)
    .values(ALL_CITIES.map(({ index, utc, ...city }) => ({ ...city, postIndex: index, utcOffset: utc })))
    .onConflictDoNothing();
}
