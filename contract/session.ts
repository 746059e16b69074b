import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { GuestId } from '#contract/ids.ts';
import { HelloBonus } from '#contract/hello-shape.ts';
import { Kopecks } from '#contract/money.ts';
import { DoneWord, okNumber, okWord } from '#contract/reply.ts';
import { ROLES } from '#contract/roles.ts';

/** The user of docs/product/asked-for.md#entities, filled in by docs/product/calls.md#user. A guest has id 0 and isGuest true. */
export const User = z.object({
  isGuest: z.boolean(),
  id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  role: z.nullable(z.enum(ROLES)),
  /** 8 digits as text, e.g. '01000157', or null. */
  cons_id: z.nullable(z.string()),
  isCons: z.boolean(),
  isPunktVydachi: z.boolean(),
  isOptovik: z.boolean(),
  readonly: z.boolean(),
  /** Rights of this one account beside its role's; absent where there are none (docs/product/rights.md). */
  granted: z.optional(z.array(z.string())),
  withheld: z.optional(z.array(z.string())),
  sendEmail: z.boolean(),
  /** The real price type: 0 client, 1 consultant. */
  price_type: z.union([z.literal(0), z.literal(1)]),
  city: z.nullable(z.object({ id: z.int(), name: z.string() })),
  country_id: z.int(),
  status: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The day the account goes, as its person has asked (docs/product/law.md#deletion). */
  delete_at: z.optional(z.string()),
  /** Where it is read; absent in what a phone has kept from before. */
  photo: z.optional(z.nullable(z.string())),
});
export type User = z.infer<typeof User>;

/** The sponsor as a client sees it: contacts only if the sponsor allows them (docs/product/people.md#sponsor). */
export const Sponsor = z.object({
  id: z.int(),
  cons_id: z.string(),
  name: z.string(),
  photo: z.nullable(z.string()),
  city: z.nullable(z.string()),
  phone: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  status: z.nullable(z.string()),
  /** True for the house account 01000001: the router adds nothing for it. */
  is_house: z.boolean(),
});
export type Sponsor = z.infer<typeof Sponsor>;

/**
 * What this browser last said of its queue in `X-Client-Pending: n`: records in the outbox that no running request
 * carries. A phone that lost its storage keeps the cookie, asks first without the header and can say «на 14:02 не было
 * отправлено N» (docs/product/offline.md#eviction).
 */
export const Heartbeat = z.object({ pending: z.int(), at: z.string() });
export type Heartbeat = z.infer<typeof Heartbeat>;

const Confirmation = z.object({ type: z.nullable(z.enum(['email', 'phone'])), target: z.optional(z.string()) });
export const UserData = z.object({
  ...okWord,
  user: User,
  confirmation: Confirmation,
  acl: z.array(z.string()),
  permissions: z.array(z.string()),
  bonuses: z.object({
    balances: z.array(z.object({ account_type: z.int(), amount: Kopecks })),
    hello: HelloBonus,
  }),
  favoriteProducts: z.array(z.int()),
  favourites_version: z.int(),
  sponsor: z.nullable(Sponsor),
  sponsorClient: z.nullable(Sponsor),
  cart: z.object({ count: z.int(), sum_amount: Kopecks }),
  server_time: z.string(),
  included: z.optional(z.array(z.string())),
  /** As it stood before this request; absent when this session has never said anything. */
  heartbeat: z.optional(Heartbeat),
  /** The guest of this session: a phone that lost its storage finds its cart again. */
  guestId: z.optional(GuestId),
});
export type UserData = z.infer<typeof UserData>;

const common = { word: 'session', dialect: 'word' } as const;
export const getUserData = defineCall({
  ...common,
  name: 'getUserData',
  needs: 'anyone',
  summary: 'Кто я: человек, права, счета, избранное',
  method: 'GET',
  path: '/user/data',
  reply: UserData,
});
/** Makes (or repeats) the session of a guest and its cart; safe to repeat at will (docs/product/offline.md#owners). */
export const openGuest = defineCall({
  ...common,
  name: 'openGuest',
  needs: 'anyone',
  // Mobile carriers put thousands of phones behind one address.
  limit: { address: 600 },
  checksOwner: false,
  summary: 'Открыть сессию гостя',
  method: 'POST',
  path: '/api/session/guest',
  body: z.object({ guestId: GuestId }),
  reply: z.object({ ...okWord, guestId: GuestId, heartbeat: z.optional(Heartbeat) }),
});
/**
 * `guestId` binds that guest to the account for good and merges its cart in one transaction (docs/product/people.md#guests,
 * docs/product/offline.md#owners).
 */
export const login = defineCall({
  ...common,
  name: 'login',
  needs: 'anyone',
  checksOwner: false,
  summary: 'Вход по телефону или e-mail и паролю',
  method: 'POST',
  path: '/api/login',
  body: z.object({
    login: z.string().check(z.maxLength(200)),
    password: z.optional(z.string().check(z.maxLength(200))),
    /** Instead of a password: digits of the newest code that was sent to `login`. */
    code: z.optional(z.string().check(z.maxLength(40))),
    guestId: z.optional(GuestId),
  }),
  reply: z.object({ ...okWord, user: User, warnings: z.array(z.object({ code: z.string(), message: z.string() })) }),
});
/**
 * With `X-Client-User` it ends only that owner's session: a late logout leaves whoever came after alone
 * (docs/product/offline.md#owners).
 */
export const logout = defineCall({
  ...common,
  name: 'logout',
  needs: 'anyone',
  checksOwner: false,
  summary: 'Выход',
  method: 'POST',
  path: '/logout',
  /** `ended`: there was such a session and it is over. */
  reply: z.object({ ...DoneWord.shape, ended: z.optional(z.boolean()) }),
});
export const getPriceType = defineCall({
  ...common,
  dialect: 'number',
  name: 'getPriceType',
  needs: 'anyone',
  summary: 'Тип цен человека и выбранный показ',
  method: 'GET',
  path: '/user/price-type/',
  reply: z.object({ ...okNumber, price_type: z.int(), view_price_type: z.int() }),
});
export const setPriceView = defineCall({
  ...common,
  dialect: 'number',
  name: 'setPriceView',
  needs: 'account',
  summary: 'Запомнить показ цен для клиента',
  method: 'POST',
  path: '/user/price-type/',
  body: z.object({ view_price_type: z.union([z.literal(0), z.literal(1)]) }),
  reply: z.object({ ...okNumber, price_type: z.int(), view_price_type: z.int() }),
});
