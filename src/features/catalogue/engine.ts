// Everything that works on the whole catalogue: reading it from the device, its order and filters. One chunk, loaded when
// there is a whole catalogue to work on (docs/product/start.md#first-load: the first cards do without).
export { readWhole } from '#src/features/catalogue/whole-catalogue.ts';
export { readConsPrices, readDetails, readNeeds } from '#src/offline/catalogue-store.ts';
export { listProducts } from '#src/features/catalogue/filter.rules.ts';
export { orderRows } from '#src/features/catalogue/listing.rules.ts';
export { prepareSearch } from '#src/features/catalogue/search-client.ts';
