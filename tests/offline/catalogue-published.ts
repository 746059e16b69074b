import { createHash } from 'node:crypto';
import type { Manifest } from '#contract/catalogue.ts';
import { detailShards } from '#server/features/catalogue/detail-shards.rules.ts';
import {
  categoriesShard,
  firstShard,
  listShards,
  priceShard,
  thumbShards,
  type ShardDraft,
} from '#server/features/catalogue/shards.rules.ts';
import { needsShard } from '#server/features/catalogue/needs.rules.ts';
import type { Net, NetAnswer } from '#src/offline/ports.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
export type Published = { manifest: Manifest; etag: string; files: Map<string, string> };

/** A revision as the server publishes it, without a server. `change` edits the products first. */
export function publishedFiles(
  count: number,
  seed = 1,
  change: (shop: ReturnType<typeof generateCatalogue>) => void = () => {},
): Published {
  const shop = generateCatalogue(count, seed);
  change(shop);
  const { cards, details, pictures, categories } = shop;
  const files = new Map<string, string>();
  const file = (draft: ShardDraft) => {
    const sha256 = hashOf(draft.json);
    files.set(sha256, draft.json);
    return { sha256, bytes: draft.json.length };
  };
  const ranges = [...listShards(cards), ...detailShards(cards, details, pictures), ...thumbShards(pictures)];
  const asOf = '2026-11-21T09:00:00.000Z';
  const body: Omit<Manifest, 'rev'> = {
    v: 1,
    publishedAt: asOf,
    minBuild: 0,
    total: cards.length,
    first: file(firstShard(cards, pictures)),
    categories: file(categoriesShard(categories, cards)),
    needs: file(
      needsShard(
        {
          needs: [{ slug: 'son', title: 'Сон', words: ['сон'], products: cards.slice(0, 2).map((card) => card.id) }],
          synonyms: [['ночь', 'ночной']],
          ranks: cards.slice(0, 1).map((card) => ({ productId: card.id, tier: 0 })),
        },
        new Set(cards.map((card) => card.id)),
      ),
    ),
    shards: ranges.map((draft) => ({ id: draft.id, kind: draft.kind as 'list', count: draft.count, ...file(draft) })),
    prices: { 0: { ...file(priceShard(cards, 0)), asOf }, 1: { ...file(priceShard(cards, 1)), asOf } },
  };
  const rev = hashOf(JSON.stringify(body)).slice(0, 16);
  return { manifest: { ...body, rev }, etag: `"${rev}"`, files };
}

export type FakeNet = Net & { asked: string[]; shop: Published; isConsultant: boolean };
/** Answers as the shop does; `spoil` may replace any answer or throw, as networks do. */
export function fakeNet(
  shop: Published,
  spoil: (path: string, answer: NetAnswer, n: number) => NetAnswer | Promise<NetAnswer> = (_path, answer) => answer,
): FakeNet {
  const net: FakeNet = {
    asked: [],
    shop,
    isConsultant: false,
    async get(path, { etag, signal } = {}) {
      net.asked.push(path);
      const answer = await spoil(path, answerOf(net, path, etag ?? null), net.asked.length);
      if (signal?.aborted) throw new DOMException('aborted', 'AbortError');
      return answer;
    },
  };
  return net;
}
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const JSON_TYPE = 'application/json; charset=utf-8';
function answerOf(net: FakeNet, path: string, etag: string | null): NetAnswer {
  const { manifest, files, etag: current } = net.shop;
  if (path === '/api/catalog/manifest') {
    return etag === current
      ? { status: 304, etag: current, type: '', body: bytes('') }
      : { status: 200, etag: current, type: JSON_TYPE, body: bytes(JSON.stringify(manifest)) };
  }
  const sha256 = /([0-9a-f]{64})\.json$/.exec(path)?.[1] ?? '';
  if (sha256 === manifest.prices[1].sha256 && !net.isConsultant)
    return { status: 403, etag: null, type: JSON_TYPE, body: bytes('{"status":"error"}') };
  const text = files.get(sha256);
  return text === undefined
    ? { status: 404, etag: null, type: JSON_TYPE, body: bytes('{}') }
    : { status: 200, etag: null, type: JSON_TYPE, body: bytes(text) };
}
export const html = (status = 200): NetAnswer => ({
  status,
  etag: null,
  type: 'text/html',
  body: bytes('<!doctype html><title>Вход в Wi-Fi</title>'),
});
export const json = (value: unknown, etag: string | null = null): NetAnswer => ({
  status: 200,
  etag,
  type: JSON_TYPE,
  body: bytes(JSON.stringify(value)),
});
