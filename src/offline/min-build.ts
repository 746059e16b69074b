/** The lowest number of a build that may still be used, as a manifest names it; heard even from one of a foreign shape. */
export function minBuildOf(manifest: unknown): number {
  const { minBuild } = (manifest ?? {}) as { minBuild?: unknown };
  return Number.isInteger(minBuild) ? (minBuild as number) : 0;
}
