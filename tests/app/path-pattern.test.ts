import { parse as whole } from 'regexparam';
import { expect, it } from 'vitest';
import { SCREEN_PATHS } from '#contract/paths.ts';
import { parse } from '#src/app/path-pattern.ts';

it('reads every route as regexparam does', () => {
  const paths = SCREEN_PATHS.flatMap((path) => [path, `${path}/`, `${path}/x`, path.replaceAll(/:\w+/g, 'Чай%20-1')]);
  for (const route of SCREEN_PATHS) {
    const [own, other] = [parse(route), whole(route)];
    expect(own.keys).toEqual(other.keys);
    for (const path of [...paths, '', '/', '//', '/KATALOG', '/produkt/a/b', '/produkt/a.b'])
      expect([route, path, own.pattern.exec(path)?.slice()]).toEqual([route, path, other.pattern.exec(path)?.slice()]);
  }
});
