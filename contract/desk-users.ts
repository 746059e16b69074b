import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { JournalLine } from '#contract/desk-audit.ts';
import { PathId } from '#contract/ids.ts';
import { Kopecks } from '#contract/money.ts';
import { Email, FIELD_HINTS, freeText, phoneFields } from '#contract/people-fields.ts';
import { isWholePhone } from '#contract/phone-numbers.ts';
import { okWord } from '#contract/reply.ts';
import { PERMISSIONS } from '#contract/rights.ts';
import { ROLES } from '#contract/roles.ts';

// People and rights at the desk (docs/product/rights.md). Contents: 1 the list, 2 one person, 3 acts, 4 two accounts of one person.
// Money in kopecks, times in ISO.

const INT4_MAX = 2_147_483_647;
const common = { word: 'desk', dialect: 'word', needs: 'desk.users' } as const;
export const DESK_PEOPLE_PAGE = 50;

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
const PersonState = z.enum(['active', 'readonly', 'unconfirmed', 'wholesale', 'leaving', 'merged', 'closed']);
export type DeskPersonState = z.infer<typeof PersonState>;
const personFields = {
  id: z.int(),
  name: z.string(),
  role: z.enum(ROLES),
  /** 8 digits as text, or null. */
  cons_id: z.nullable(z.string()),
  is_operator: z.boolean(),
  /** `wholesale`: an application waits for an answer. `leaving`: the person has asked for the account's end. */
  state: PersonState,
};
export const DeskPersonRow = z.object({
  ...personFields,
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type DeskPersonRow = z.infer<typeof DeskPersonRow>;

/** `leaving`: the account's end was asked for and waits for the shop to settle money or orders. */
export const DESK_PEOPLE_SHOWN = [
  'staff',
  'operators',
  'readonly',
  'wholesale',
  'leaving',
  'cons',
  'client',
  'optovik',
] as const;
export const deskFindUsers = defineCall({
  ...common,
  name: 'deskFindUsers',
  summary: 'Хозяйство: люди магазина, поиск по имени, номеру, телефону и почте',
  method: 'POST',
  path: '/api/desk/users',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    q: z.optional(z.string().check(z.maxLength(100))),
    /** Only some of them: a role, or whoever is something beside it. */
    show: z.optional(z.enum(DESK_PEOPLE_SHOWN)),
    /** The last id of the page before. */
    after: z.optional(z.int().check(z.positive(), z.lte(INT4_MAX))),
  }),
  reply: z.object({
    ...okWord,
    users: z.array(DeskPersonRow),
    /** What the next page is asked for with; null: there is none. */
    next: z.nullable(z.int()),
    /** Applications for wholesale that wait, in the whole shop. */
    waiting: z.int(),
  }),
});

// ── 2 One person ────────────────────────────────────────────────────────────────────────────────
const Named = z.object({ id: z.int(), name: z.string(), cons_id: z.nullable(z.string()) });
export type DeskNamed = z.infer<typeof Named>;
const Point = z.object({ type: z.int(), id: z.string(), name: z.string(), address: z.string() });
export type DeskPoint = z.infer<typeof Point>;
export const DeskPerson = z.object({
  person: z.object({
    ...personFields,
    /** Of what was seen: an act names it, and is refused when somebody has decided since. */
    version: z.int(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    city: z.nullable(z.string()),
    registered_at: z.string(),
    readonly: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
    merged_into: z.nullable(Named),
  }),
  /** What this account may, «только просмотр» aside; `own`: what its role gives it. */
  permissions: z.array(z.enum(PERMISSIONS as [string, ...string[]])),
  own: z.array(z.string()),
  /** What whoever asks may give; the rest is shown and stays as it is. */
  grantable: z.array(z.string()),
  /** Roles that this account may have, its own first. */
  roles: z.array(z.enum(ROLES)),
  /** Why nothing can be changed here; null: it can. */
  closed: z.nullable(z.string()),
  is_self: z.boolean(),
  points: z.array(Point),
  sponsor: z.nullable(Named),
  move: z.nullable(z.object({ to: Named, period: z.int() })),
  /** Directly under this person. */
  people: z.int(),
  /** How an agreement ended, or that it is about to: the newest word of it. */
  agreement: z.nullable(
    z.object({
      step: z.enum(['warned', 'ended']),
      at: z.string(),
      /** The youngest closed month that was counted, `months` in a row. */
      period: z.int(),
      months: z.int(),
      cons_id: z.string(),
      /** To whom the first line has passed, and how many of it. */
      heir: z.nullable(Named),
      consultants: z.int(),
      clients: z.int(),
    }),
  ),
  application: z.nullable(
    z.object({
      id: z.int(),
      company: z.string(),
      inn: z.string(),
      phone: z.string(),
      comment: z.string(),
      created_at: z.string(),
    }),
  ),
  orders: z.int(),
  /** The newest first, fifty at most. */
  journal: z.array(JournalLine),
});
export type DeskPerson = z.infer<typeof DeskPerson>;
const OnePerson = z.object({ ...okWord, ...DeskPerson.shape, server_time: z.string() });
export const deskGetUser = defineCall({
  ...common,
  name: 'deskGetUser',
  summary: 'Хозяйство: человек, его права, спонсор, заявки и журнал',
  method: 'GET',
  path: '/api/desk/users/:id',
  params: z.object({ id: PathId }),
  reply: OnePerson,
});
export const deskFindPoints = defineCall({
  ...common,
  name: 'deskFindPoints',
  summary: 'Хозяйство: свои пункты выдачи, чтобы назначить оператора',
  method: 'POST',
  path: '/api/desk/users/points',
  changes: false,
  body: z.object({ q: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({ ...okWord, points: z.array(Point) }),
});

// ── 3 Acts ──────────────────────────────────────────────────────────────────────────────────────
const Id = z.int().check(z.positive(), z.lte(INT4_MAX));
/** Stands in the journal: no act without it. */
const Reason = freeText().check(z.minLength(3, 'Напишите, почему: хотя бы одно слово'), z.maxLength(500));
const act = { ...common, method: 'POST', keyed: true, limit: { caller: 600 }, reply: OnePerson } as const;
const ofPerson = { user_id: Id, version: z.int(), reason: Reason };
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата вида 2026-12-31'));

export const deskSetRights = defineCall({
  ...act,
  name: 'deskSetRights',
  summary: 'Хозяйство: роль и права одного человека',
  path: '/api/desk/users/rights',
  body: z.object({
    ...ofPerson,
    role: z.enum(ROLES),
    /** All that the account shall have. */
    permissions: z.array(z.enum(PERMISSIONS as [string, ...string[]])).check(z.maxLength(PERMISSIONS.length)),
  }),
});
export const deskSetReadonly = defineCall({
  ...act,
  name: 'deskSetReadonly',
  summary: 'Хозяйство: «только просмотр» с причиной и сроком, или снять его',
  path: '/api/desk/users/readonly',
  body: z.object({
    ...ofPerson,
    readonly: z.boolean(),
    /** The last day, in Moscow; without it until it is taken off. */
    until: z.optional(day),
  }),
});
export const deskSetOperator = defineCall({
  ...act,
  name: 'deskSetOperator',
  summary: 'Хозяйство: оператор пункта выдачи и пункты, в которых он работает',
  path: '/api/desk/users/operator',
  body: z.object({
    ...ofPerson,
    is_operator: z.boolean(),
    points: z.array(z.object({ type: z.int(), id: z.string().check(z.maxLength(100)) })).check(z.maxLength(100)),
  }),
});
const sponsorFields = {
  user_id: Id,
  sponsor: z.string().check(z.trim(), z.regex(/^\d{1,8}$/, 'Номер — до восьми цифр')),
};
export const deskPreviewSponsor = defineCall({
  ...common,
  name: 'deskPreviewSponsor',
  summary: 'Хозяйство: кто и когда перейдёт к другому спонсору, ещё ничего не меняя',
  method: 'POST',
  path: '/api/desk/users/preview-sponsor',
  changes: false,
  body: z.object(sponsorFields),
  reply: z.object({
    ...okWord,
    to: Named,
    period: z.int(),
    /** Everybody who goes along, the person included; how many of them are consultants; the first of them. */
    moves: z.object({ people: z.int(), consultants: z.int(), first: z.array(Named) }),
  }),
});
export const deskMoveSponsor = defineCall({
  ...act,
  name: 'deskMoveSponsor',
  summary: 'Хозяйство: другой спонсор со следующего периода',
  path: '/api/desk/users/sponsor',
  body: z.object({ ...ofPerson, ...sponsorFields }),
});
export const deskCancelMove = defineCall({
  ...act,
  name: 'deskCancelMove',
  summary: 'Хозяйство: отменить перенос к другому спонсору, пока он ждёт',
  path: '/api/desk/users/cancel-sponsor',
  body: z.object(ofPerson),
});
export const deskDecideWholesale = defineCall({
  ...act,
  name: 'deskDecideWholesale',
  summary: 'Хозяйство: заявка на опт — одобрить или отказать',
  path: '/api/desk/users/wholesale',
  body: z.object({ ...ofPerson, application_id: Id, decision: z.enum(['approve', 'refuse']) }),
});
const fitsCountry = z.refine<{ phone?: string | undefined; phone_country?: string | undefined }>(
  ({ phone, phone_country: country }) => phone === undefined || isWholePhone(phone, country),
  { path: ['phone'], error: FIELD_HINTS.phone },
);
export const deskRecoverContact = defineCall({
  ...act,
  name: 'deskRecoverContact',
  summary: 'Хозяйство: другой телефон или почта вместо потерянных',
  path: '/api/desk/users/contact',
  limit: { caller: 60 },
  body: z
    .object({
      ...ofPerson,
      email: z.optional(Email),
      phone: z.optional(phoneFields.phone),
      phone_country: phoneFields.phone_country,
    })
    .check(fitsCountry),
});

// ── 4 Two accounts of one person ────────────────────────────────────────────────────────────────
const pair = { user_id: Id, gone_id: Id };
/** What goes over from one account to the other. */
const MergePlan = z.object({
  orders: z.int(),
  addresses: z.int(),
  favourites: z.int(),
  cart: z.int(),
  lessons: z.int(),
  /** Kopecks on each account. */
  money: z.object({ ls: Kopecks, ks: Kopecks, bs: Kopecks }),
  /** Taken over where the account that stays has none. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type MergePlan = z.infer<typeof MergePlan>;
export const deskPreviewMerge = defineCall({
  ...common,
  name: 'deskPreviewMerge',
  summary: 'Хозяйство: что перейдёт при объединении двух записей одного человека',
  method: 'POST',
  path: '/api/desk/users/preview-merge',
  changes: false,
  body: z.object(pair),
  reply: z.object({
    ...okWord,
    gone: z.object({ ...personFields, version: z.int() }),
    plan: MergePlan,
    /** Why it cannot be done, one sentence each; none: it can. */
    obstacles: z.array(z.string()),
  }),
});
export const deskMergeUsers = defineCall({
  ...act,
  name: 'deskMergeUsers',
  summary: 'Хозяйство: объединить две записи одного человека',
  path: '/api/desk/users/merge',
  limit: { caller: 60 },
  body: z.object({ ...ofPerson, ...pair, gone_version: z.int() }),
});
