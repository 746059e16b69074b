/**
 * Raised by one with every release. A build whose number is below the manifest's `minBuild` shows the update screen and
 * keeps its outbox (docs/product/offline.md#updates). Builds are named by hashes, which have no order: hence a number of their own.
 */
export const BUILD_NUMBER = 1;
