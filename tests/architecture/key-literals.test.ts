import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as keys from '#src/offline/keys.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LIST = 'src/offline/keys.ts';
/** A name of the list, or one of its families, as a literal. */
const LITERAL = /(['"])(rostok(-workers)?|no-worker|(meta|cat):[^'"]*)\1|(?<=[(,=[] ?)`(meta|cat):[^`]*`/g;

const literals = (source: string): string[] => source.match(LITERAL) ?? [];

it('names that stand on phones are written once, in the list', () => {
  const files = globSync('{src,sw}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => file !== LIST);
  expect(files.length).toBeGreaterThan(300);
  const elsewhere = files.flatMap((file) =>
    literals(readFileSync(ROOT + file, 'utf8')).map((one) => `${file}: ${one}`),
  );
  expect(elsewhere).toEqual([]);
  expect(literals(readFileSync(ROOT + LIST, 'utf8')).length).toBeGreaterThan(15);
});

it('the list keeps what phones of today hold, byte for byte', () => {
  expect({ ...keys, shardKey: keys.shardKey('ab'), keptKey: keys.keptKey('ab'), pageKey: keys.pageKey('/ab') }).toEqual(
    {
      LEFT_TAPS: 'taps:',
      SHOP_CHANNEL: 'rostok',
      WORKERS_CHANNEL: 'rostok-workers',
      REQUESTED_WITH: 'rostok',
      KILLED_CACHE: 'no-worker',
      TAKEN_CACHE: 'taken-build',
      TIME_KEY: 'meta:time',
      INSTALL_KEY: 'meta:install',
      WARM_KEY: 'meta:warm',
      MARK_KEY: 'meta:marked',
      DOWNLOADED_KEY: 'meta:downloaded',
      CITY_KEY: 'meta:city',
      POINTER_KEY: 'cat:ptr',
      SEEN_KEY: 'cat:seen',
      FIRST_KEY: 'cat:first',
      SHARDS: 'cat:s:',
      shardKey: 'cat:s:ab',
      CATALOGUE: 'cat:',
      HOLDER_KEY: 'meta:session',
      GUEST_KEY: 'meta:guest',
      SEALED_KEY: 'meta:sealed',
      BOUND_KEY: 'meta:bound',
      LOGOUT_KEY: 'meta:logout',
      LEFT_KEY: 'meta:left',
      BOOTSTRAP_KEY: 'meta:bootstrap',
      REF_KEY: 'meta:ref',
      CLIENT_VIEW_KEY: 'meta:clientView',
      DEVICE_KEY: 'meta:device',
      CONS_PRICE_KEY: 'cat:price1',
      OWN_CITY_KEY: 'own:city',
      LOOKED_AT_KEY: 'own:looked-at',
      LAST_QUERIES_KEY: 'own:queries',
      PUSH_KEY: 'own:push',
      HEARTS_STOCK_KEY: 'own:hearts-stock',
      TOLD_TITLE_KEY: 'own:told-title',
      KEPT_KEY: 'kept',
      keptKey: 'kept:ab',
      PAGES: 'cat:page:',
      pageKey: 'cat:page:/ab',
    },
  );
});
