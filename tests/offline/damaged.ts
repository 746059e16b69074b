// A published file with one thing wrong in it, for the guards' property tests.

export type Path = (string | number)[];
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries = Array.isArray(value)
    ? value.slice(0, 3).map((item, i): [number, unknown] => [i, item])
    : Object.entries(value).slice(0, 30);
  return [at, ...entries.flatMap(([key, item]) => pathsOf(item, [...at, key]))];
}
/** `damage` in the place of what stood there, or nothing at all. */
export function damaged(root: unknown, path: Path, damage: unknown, isRemoved: boolean): unknown {
  if (path.length === 0) return damage;
  let parent = root as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
  const last = path.at(-1)!;
  if (isRemoved && !Array.isArray(parent)) delete parent[last];
  else parent[last] = damage;
  return root;
}
