import { insertParcelsOnTheirWay, placeProducts } from '#server/demo/shelves.queries.ts';
import type { SeedStep } from '#server/demo/seed-step.ts';

/** Where products lie, and the parcels of the demo orders that are packed or on their way. */
export const seedShelves: SeedStep['run'] = async () => async (tx) => {
  const placed = await placeProducts(tx);
  const parcels = await insertParcelsOnTheirWay(tx);
  return `места на полках: ${placed}, посылки: ${parcels}`;
};
