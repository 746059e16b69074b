import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedItem } from '#server/features/import/yml-tree.ts';
import { readYml } from '#server/features/import/yml-reader.ts';

/** A folder of this test file's own for feeds and pictures. */
export function feedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rostok-feed-'));
  return {
    folder,
    write(text: string | Buffer, name = 'feed.yml.xml'): string {
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type OfferParts = {
  id?: string;
  attributes?: string;
  price?: string;
  name?: string;
  more?: string;
  categoryId?: string;
  currency?: string;
};
/** One line per offer, so that a line number is easy to expect. */
export function offer({
  id = '1',
  attributes = 'available="true"',
  price = '490',
  name = `Товар ${id}`,
  more = '',
  categoryId = '10',
  currency = 'RUR',
}: OfferParts = {}): string {
  return `<offer id="${id}" ${attributes}><price>${price}</price><currencyId>${currency}</currencyId><categoryId>${categoryId}</categoryId><name>${name}</name>${more}</offer>`;
}

export const CATEGORIES = '<category id="10">Чай</category><category id="11" parentId="10">Травяной чай</category>';
/** Offers start on line 6 of the feed. */
export const FIRST_OFFER_LINE = 6;
export function feed(
  offers: string[],
  {
    categories = CATEGORIES,
    url = 'https://shop.example/',
    head = '<?xml version="1.0" encoding="UTF-8"?>',
    doctype = '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">',
  } = {},
): string {
  return [
    head,
    doctype,
    `<yml_catalog date="2026-11-21 10:00"><shop><name>Лавка</name><url>${url}</url>`,
    `<currencies><currency id="RUR" rate="1"/></currencies><categories>${categories}</categories>`,
    '<offers>',
    ...offers,
    '</offers></shop></yml_catalog>',
  ].join('\n');
}

export async function readAll(file: string): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  for await (const item of readYml(file)) items.push(item);
  return items;
}
