import * as z from 'zod/mini';
import { FoundAddress } from '#contract/addresses.ts';
import { defineCall } from '#contract/call.ts';
import {
  ALL_DELIVERY_TYPES,
  DELIVERY_STATES,
  type DeliveryRow as Row,
  type DeliveryType,
  GATE_TYPES,
} from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { PathId } from '#contract/ids.ts';
import { HelloBonus } from '#contract/hello-shape.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';
import { COUNTRIES } from '#contract/tables.ts';

// Contents: 1 a way of delivery, 2 where to, 3 POST /delivery, 4 points, 5 /geocode

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
/** A code of docs/product/asked-for.md#constants. */
export const DeliveryTypeCode: z.ZodMiniType<DeliveryType, DeliveryType> = z.literal([...ALL_DELIVERY_TYPES]);
/** The fields of docs/product/asked-for.md#entities; what each means: contract/delivery-types.ts. */
export const DeliveryRow: z.ZodMiniType<Row, Row> = z.object({
  type: DeliveryTypeCode,
  name: z.string(),
  state: z.enum(DELIVERY_STATES),
  cost: z.nullable(Kopecks),
  costGate: z.nullable(Kopecks),
  costSelected: z.nullable(Kopecks),
  costBefore: z.nullable(Kopecks),
  deliveryTime: z.nullable(z.string()),
  daysMin: z.nullable(z.int()),
  daysMax: z.nullable(z.int()),
  notice: z.nullable(z.string()),
  error: z.nullable(z.string()),
  visible: z.boolean(),
  isFreeZone: z.boolean(),
  gateType: z.nullable(z.enum(GATE_TYPES)),
  gateId: z.nullable(z.string()),
  address: z.nullable(z.string()),
  source: z.enum(['live', 'embedded']),
});

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
const line = (max: number) => z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max))));
export const Latitude = z.number().check(z.gte(-90), z.lte(90));
export const Longitude = z.number().check(z.gte(-180), z.lte(180));
export const PostIndex = z.string().check(z.trim(), z.regex(/^(\d{6})?$/));
/**
 * Where a parcel goes, by the fields of an address. Only the town is needed for a price: its number, else its name, else the
 * index. The ways say themselves what else they miss.
 */
export const DeliveryAddress = z.object({
  country_id: z.literal(Object.values(COUNTRIES)),
  city_id: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(2_147_483_647)))),
  index: z.optional(z.nullable(PostIndex)),
  region: line(100),
  city: line(100),
  street: line(150),
  house: line(20),
  building: line(20),
  flat: line(20),
  /** A house of one family: there is no flat to name. */
  is_private_house: z.optional(z.nullable(z.boolean())),
  /** For whoever brings it to the door: entrance, floor, intercom. */
  note: line(200),
  lat: z.optional(z.nullable(Latitude)),
  lon: z.optional(z.nullable(Longitude)),
});
export type DeliveryAddress = z.output<typeof DeliveryAddress>;
/** The carrier's own code of a point. */
export const GateId = z.string().check(z.minLength(1), z.maxLength(100));
export const ChosenGate = z.object({ type: DeliveryTypeCode, gateId: GateId });

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
const common = { word: 'delivery', dialect: 'word' } as const;
const fieldWords = {
  country_id: DELIVERY_WORDS.chooseCity,
  city_id: DELIVERY_WORDS.chooseCity,
  index: DELIVERY_WORDS.chooseIndex,
  type: 'Такого способа доставки нет',
  gateId: DELIVERY_WORDS.chooseGate,
};
export const calculateDelivery = defineCall({
  ...common,
  name: 'calculateDelivery',
  needs: 'anyone',
  // A person types an address and tries several ways: dozens of calls an order, each of which may ask five carriers.
  limit: { caller: 600, network: 6000 },
  summary: 'Способы доставки корзины: цена, срок, чего не хватает',
  method: 'POST',
  path: '/delivery',
  body: z.object({
    /** All lines of the cart travel together; the field is the specification's. */
    cartType: z.optional(z.literal('all')),
    /** One of the account's own addresses. */
    address_id: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
    address: z.optional(DeliveryAddress),
    /** Only these ways; all without it. */
    types: z.optional(z.array(DeliveryTypeCode).check(z.maxLength(ALL_DELIVERY_TYPES.length))),
    gate: z.optional(z.nullable(ChosenGate)),
    /** Ask the carriers again, although they have been asked a moment ago: «Повторить». */
    force: z.optional(z.boolean()),
    /** The caller's number of this request: an answer to an older one is not listened to. */
    rid: z.int().check(z.gte(0)),
  }),
  fieldWords,
  reply: z.object({
    ...okWord,
    rid: z.int(),
    isFreeZone: z.boolean(),
    deliveries: z.array(DeliveryRow),
    /** Grams of the parcel with its packing. */
    weight: z.int(),
    sum_amount: Kopecks,
    /** From which sum the pickup point's delivery is free; null for everybody else. */
    free_from: z.nullable(Kopecks),
    city: z.object({ id: z.int(), name: z.string() }),
    helloBonus: z.optional(HelloBonus),
  }),
});

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
/** Minutes from midnight when a point opens and closes, Monday first; null is a closed day. */
export const OpeningHours = z.array(z.nullable(z.tuple([z.int(), z.int()]))).check(z.length(7));
export type OpeningHours = z.infer<typeof OpeningHours>;
export const DeliveryPoint = z.object({
  id: z.string(),
  gateType: z.enum(GATE_TYPES),
  name: z.string(),
  address: z.string(),
  lat: z.number(),
  lon: z.number(),
  schedule: z.string(),
  /** The same for machines; null where the carrier gives words only. */
  hours: z.nullable(OpeningHours),
  /** Hours from UTC at the point. */
  utc: z.int(),
  phone: z.nullable(z.string()),
  /** Grams; null without a limit. */
  max_weight: z.nullable(z.int()),
  pay_card: z.boolean(),
  pay_cash: z.boolean(),
  note: z.nullable(z.string()),
  /** Metres from where the list begins; null without such a place. */
  distance: z.nullable(z.int()),
});
export type DeliveryPoint = z.infer<typeof DeliveryPoint>;
export const POINTS_MAX = 200;

const QueryId = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/)),
  z.transform((text: string) => Number(text)),
);
const numbers = (count: number) => z.string().check(z.regex(new RegExp(`^-?\\d{1,3}(\\.\\d{1,10})?(,-?\\d{1,3}(\\.\\d{1,10})?){${count - 1}}$`))); // prettier-ignore
export const getDeliveryPoints = defineCall({
  ...common,
  name: 'getDeliveryPoints',
  needs: 'anyone',
  limit: { caller: 1200, network: 12_000 },
  summary: 'Пункты выдачи способа доставки, ближайшие сначала',
  method: 'GET',
  path: '/api/delivery/agent-delivery-points/:id',
  params: z.object({ id: PathId }),
  query: z.object({
    city_id: z.optional(QueryId),
    /** The frame of the map: `lat1,lon1,lat2,lon2` of two opposite corners. */
    bbox: z.optional(numbers(4)),
    /** `lat,lon`: nearest to this place first; without it to the city, else to the middle of the frame. */
    near: z.optional(numbers(2)),
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({ ...okWord, points: z.array(DeliveryPoint), truncated: z.boolean() }),
});

/** Pictures of the map, where the shop has them (docs/product/delivery.md#map): asked of the shop itself, at `/map-tiles/z/x/y`. */
export const getMapTiles = defineCall({
  ...common,
  name: 'getMapTiles',
  needs: 'anyone',
  limit: { caller: 1200, network: 12_000 },
  summary: 'Есть ли у магазина картинки карты, чьи они и до какого масштаба',
  method: 'GET',
  path: '/api/delivery/map',
  reply: z.object({
    ...okWord,
    tiles: z.nullable(z.object({ attribution: z.string(), max_zoom: z.int().check(z.gte(1), z.lte(22)) })),
  }),
});

// ── 5 ───────────────────────────────────────────────────────────────────────────────────────────
export const geocode = defineCall({
  ...common,
  name: 'geocode',
  needs: 'anyone',
  changes: false,
  limit: { caller: 1200, network: 12_000 },
  summary: 'Город по названию, адресу, индексу или координатам',
  method: 'POST',
  path: '/geocode',
  body: z.object({
    /** «Новосибирск, Красный проспект, 25» or its beginning. */
    query: z.optional(z.string().check(z.maxLength(200))),
    index: z.optional(PostIndex),
    lat: z.optional(Latitude),
    lon: z.optional(Longitude),
  }),
  fieldWords: { index: DELIVERY_WORDS.chooseIndex },
  reply: z.object({ ...okWord, places: z.array(FoundAddress) }),
});
