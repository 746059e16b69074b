import { MESSAGES } from '#contract/messages.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { addConsultant, addPerson, type Browser, browserOf, call as ask } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// Every field of every call about people, with every kind of bad input, on the real server. The table below is written by hand and knows
// nothing of the schemas; a field or a call that is missing in it fails.

const KINDS = {
  empty: '',
  blanks: '   ',
  long: 'а'.repeat(6000),
  foreign: '安娜安娜安娜安娜',
  emoji: 'Анна Петрова 😀',
  markup: '<script>alert(1)</script>',
  rtl: 'Анна\u202eПетрова',
  nul: 'Анна\u0000Петрова',
  number: 7,
  huge: 99_999_999_999,
  list: ['Анна'],
  null: null,
} as const;

const contacts = () => {
  last += 1;
  return { email: `b${last}@mail.test`, phone: `+7913${String(last).padStart(7, '0')}` };
};
let last = 200_000;
type Who = 'visitor' | 'client' | 'user' | 'cons' | 'admin';
/** `fields`: the kinds that are taken there; every other one is refused at its field, in words, with nothing else wrong. */
type Form = { who: Who; good: (field: string) => Record<string, unknown>; fields: Record<string, string> };
/** What may be written freely: it is text wherever it is shown. */
const TEXT = 'foreign emoji markup rtl';
const OPTIONAL_TEXT = `empty blanks ${TEXT}`;
const DESK = { user_id: 'number', version: 'number huge', reason: TEXT };
const onDesk = () => ({ user_id: anna, version: 0, reason: 'Проверка' });
const FORMS: Record<string, Form> = {
  register: {
    who: 'visitor',
    good: () => ({
      type: 'client',
      first_name: 'Наталья',
      last_name: 'Верещагина',
      ...contacts(),
      city_id: 3,
      confirm_by: 'email',
      password: 'росток и лён',
      consents: { personal: true, offer: true },
    }),
    fields: { type: '', first_name: '', last_name: '', middle_name: '', phone: '', phone_country: '', email: '', city_id: '', birthday: '', confirm_by: '', password: TEXT, password_confirmation: '', sponsor_id: 'number huge', invitation: OPTIONAL_TEXT, guestId: '', consents: '' }, // prettier-ignore
  },
  sendRegistrationCode: { who: 'user', good: () => ({}), fields: { email: '', phone: '' } },
  confirmRegistration: { who: 'user', good: () => ({ code: '123456' }), fields: { code: '' } },
  inviteNewcomer: {
    who: 'cons',
    good: () => ({ first_name: 'Олег', last_name: 'Дёмин', phone: contacts().phone }),
    fields: { first_name: '', last_name: '', phone: '', phone_country: '', sponsor_id: '' },
  },
  becomeConsultant: {
    who: 'client',
    good: () => ({ birthday: '1991-06-14', agreement: true }),
    fields: { birthday: '', middle_name: '', agreement: '' },
  },
  applyForWholesale: {
    who: 'client',
    good: () => ({ company: 'ООО «Лавка»', inn: '7707083893', phone: contacts().phone }),
    fields: { company: TEXT, inn: '', phone: '', phone_country: '', comment: OPTIONAL_TEXT },
  },
  openGuest: { who: 'visitor', good: () => ({ guestId: randomUUID() }), fields: { guestId: '' } },
  login: {
    who: 'visitor',
    good: () => ({ login: contacts().email, password: 'чужой пароль' }),
    fields: { login: TEXT, password: TEXT, code: TEXT, guestId: '' },
  },
  setPriceView: { who: 'cons', good: () => ({ view_price_type: 0 }), fields: { view_price_type: '' } },
  sendLoginCode: { who: 'visitor', good: () => ({ login: contacts().email }), fields: { login: '' } },
  sendPasswordCode: { who: 'visitor', good: () => ({ login: contacts().email }), fields: { login: '' } },
  resetPassword: {
    who: 'visitor',
    good: () => ({ login: contacts().email, code: '123456', password: 'росток и лён' }),
    fields: { login: '', code: '', password: TEXT, password_confirmation: '', guestId: '', consents: '' },
  },
  saveProfile: {
    who: 'cons',
    good: () => ({}),
    fields: { first_name: '', last_name: '', middle_name: 'empty blanks', city_id: '', birthday: '', send_email: '', show_contacts: '' }, // prettier-ignore
  },
  askContact: {
    who: 'client',
    good: (field) => ({ by: field.startsWith('phone') ? 'phone' : 'email', ...contacts() }),
    fields: { by: '', email: '', phone: '', phone_country: '' },
  },
  confirmContact: { who: 'client', good: () => ({ code: '123456' }), fields: { code: '' } },
  changePassword: {
    who: 'client',
    good: () => ({ current: 'прежний-пароль', password: 'новый-пароль-9' }),
    fields: { current: `blanks ${TEXT}`, password: TEXT },
  },
  savePhoto: { who: 'client', good: () => ({}), fields: { image: '' } },
  visitByLink: { who: 'visitor', good: () => ({ id: '01000157' }), fields: { id: 'number' } },
  searchConsultants: { who: 'cons', good: () => ({ search: 'Мария' }), fields: { search: TEXT, scope: '' } },
  callConsultant: {
    who: 'visitor',
    good: () => ({
      name: 'Анна',
      phone: contacts().phone,
      consent: true,
      consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
      consent_at: '2026-11-20T10:00:00.000Z',
    }),
    fields: { name: '', phone: '', phone_country: '', city: OPTIONAL_TEXT, comment: OPTIONAL_TEXT, topic: 'number', product_id: 'number huge', sponsor_id: 'number huge', consent: '', consent_version: '', consent_at: '' }, // prettier-ignore
  },
  withdrawConsent: { who: 'client', good: () => ({ purpose: 'marketing' }), fields: { purpose: '' } },
  giveConsent: {
    who: 'client',
    good: () => ({ purpose: 'marketing', version: LEGAL_VERSIONS['/kompaniya/soglasie'] }),
    fields: { purpose: '', version: 'empty blanks foreign emoji rtl' },
  },
  deleteAccount: {
    who: 'client',
    good: () => ({ password: 'чужой пароль' }),
    fields: { code: '', password: `blanks ${TEXT}` },
  },
  deskFindUsers: { who: 'admin', good: () => ({}), fields: { q: OPTIONAL_TEXT, show: '', after: 'number' } },
  deskFindPoints: { who: 'admin', good: () => ({}), fields: { q: OPTIONAL_TEXT } },
  deskSetRights: {
    who: 'admin',
    good: () => ({ ...onDesk(), role: 'client', permissions: [] }),
    fields: { ...DESK, role: '', permissions: '' },
  },
  deskSetReadonly: { who: 'admin', good: () => ({ ...onDesk(), readonly: true }), fields: { ...DESK, readonly: '', until: '' } }, // prettier-ignore
  deskSetOperator: { who: 'admin', good: () => ({ ...onDesk(), is_operator: false, points: [] }), fields: { ...DESK, is_operator: '', points: '' } }, // prettier-ignore
  deskPreviewSponsor: { who: 'admin', good: () => ({ user_id: anna, sponsor: '01000157' }), fields: { user_id: 'number', sponsor: '' } }, // prettier-ignore
  deskMoveSponsor: { who: 'admin', good: () => ({ ...onDesk(), sponsor: '01000157' }), fields: { ...DESK, sponsor: '' } }, // prettier-ignore
  deskCancelMove: { who: 'admin', good: onDesk, fields: DESK },
  deskDecideWholesale: { who: 'admin', good: () => ({ ...onDesk(), application_id: 1, decision: 'approve' }), fields: { ...DESK, application_id: 'number', decision: '' } }, // prettier-ignore
  deskRecoverContact: { who: 'admin', good: () => ({ ...onDesk(), ...contacts() }), fields: { ...DESK, email: '', phone: '', phone_country: '' } }, // prettier-ignore
  deskPreviewMerge: { who: 'admin', good: () => ({ user_id: anna, gone_id: 1 }), fields: { user_id: 'number', gone_id: 'number' } }, // prettier-ignore
  deskMergeUsers: { who: 'admin', good: () => ({ ...onDesk(), gone_id: 1, gone_version: 0 }), fields: { ...DESK, gone_id: 'number', gone_version: 'number huge' } }, // prettier-ignore
};

const WORDS = ['registration', 'session', 'profile', 'sponsor', 'consents', 'personal-data'];
type Def = { shape?: object; options?: { _zod: { def: Def } }[]; in?: { _zod: { def: Def } } };
const fieldsOf = (def: Def): string[] =>
  def.shape ? Object.keys(def.shape) : [...new Set((def.options ?? []).flatMap((one) => fieldsOf(one._zod.def)))];
const bodyFields = ({ body }: Partial<Call>): string[] => (body ? fieldsOf(body._zod.def as unknown as Def) : []);
const CALLS = ALL_CALLS.filter(
  (one) => (WORDS.includes(one.word) || one.path.startsWith('/api/desk/users')) && bodyFields(one).length > 0,
);

let shop: TestShop;
let anna: number;
beforeAll(async () => {
  shop = await openShop();
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
  await addConsultant(shop, { consId: 1_000_157 });
  anna = await addPerson(shop, contacts());
});
afterAll(() => shop.close());

async function enterAs(who: Who): Promise<Browser> {
  if (who === 'visitor') return browserOf(shop);
  const own = contacts();
  if (who === 'cons') return browserOf(shop, { userId: await addConsultant(shop, { ...own, birthday: '1991-06-14' }) });
  if (who === 'user') return browserOf(shop, { userId: await addPerson(shop, { role: 'user', pendingEmail: own.email, confirmBy: 'email' }) }); // prettier-ignore
  return browserOf(shop, { userId: await addPerson(shop, { ...own, role: who === 'admin' ? 'staff' : 'client' }) });
}

it('the table holds every call about people that has a body, with all its fields', () => {
  expect(Object.keys(FORMS).sort()).toEqual(CALLS.map(({ name }) => name).sort());
  for (const one of CALLS)
    expect(Object.keys(FORMS[one.name]!.fields), `fields of ${one.name}`).toEqual(bodyFields(one));
});

/** Where a fault of a field that nobody sees is told. */
const TOLD_AT: Record<string, string> = { consent_version: 'consent' };
const CELLS = CALLS.flatMap((one) => Object.keys(FORMS[one.name]?.fields ?? {}).map((field) => [one.name, field, one] as const)); // prettier-ignore

it.each(CELLS)('%s: %s', async (name, field, { method, path }) => {
  const { who, good, fields } = FORMS[name]!;
  const taken = fields[field]!.split(' ');
  // Limits of an hour count each field anew.
  shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
  const wrong: string[] = [];
  let tab = await enterAs(who);
  for (const [kind, value] of Object.entries(KINDS)) {
    const { http, body } = await ask(tab, method, path, { ...good(field), [field]: value });
    const faulty = Object.keys(body.errors ?? {});
    const isRefused =
      http === 200 &&
      body.code === 'validation' &&
      faulty.length > 0 &&
      faulty.every((one) => [field, TOLD_AT[field]].includes(one.split('.')[0])) &&
      /[а-яё]/i.test(body.errors[faulty[0]!][0]) &&
      // One thing is said of a field.
      faulty.every((one) => body.errors[one].length === 1);
    const isTaken = http < 500 && !(body.code === 'validation' && faulty.includes(field));
    if (taken.includes(kind) ? !isTaken : !isRefused) wrong.push(`${kind}: ${http} ${JSON.stringify(body).slice(0, 200)}`); // prettier-ignore
    if (!isRefused) tab = await enterAs(who);
  }
  expect(wrong).toEqual([]);
});

it('free text is kept as it was typed, without the signs that turn its direction', async () => {
  const tab = await enterAs('client');
  const typed = ' \u202eООО <b>«Лавка»</b> 😀\u2066 ';
  await ask(tab, 'POST', '/api/registration/wholesale', { ...FORMS.applyForWholesale!.good(''), company: typed });
  const { application } = (await ask(tab, 'GET', '/api/registration/wholesale')).body;
  expect(application.company).toBe('ООО <b>«Лавка»</b> 😀');
});

it('a password of blanks alone would open no login: it is none', async () => {
  for (const password of [' '.repeat(8), '\u00a0'.repeat(20)]) {
    const { body } = await ask(await enterAs('visitor'), 'POST', '/api/registration', { ...FORMS.register!.good(''), password }); // prettier-ignore
    expect(body.errors).toEqual({ password: ['Заполните поле'] });
  }
});

/** A password is what was typed, a code of an invitation comes from a link; a date and a list are chosen. */
const SPACED = ['first_name', 'last_name', 'phone', 'email', 'name', 'company', 'inn', 'comment', 'login', 'reason', 'search', 'sponsor', 'code']; // prettier-ignore
const TYPED = CELLS.filter(([name, field]) => {
  const { [field]: value } = FORMS[name]?.good(field) ?? {};
  return SPACED.includes(field) && typeof value === 'string';
});
it.each(TYPED)('%s: blanks around %s are no part of it', async (name, field, { method, path }) => {
  const { who, good } = FORMS[name]!;
  shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
  const body = good(field);
  const { http, body: answer } = await ask(await enterAs(who), method, path, {
    ...body,
    [field]: `  ${String(body[field])} `,
  });
  const told: string[] = answer.errors?.[field] ?? [];
  // No code was asked for: what is said is of a code, not of blanks.
  expect([http < 500, told.filter((text) => text !== MESSAGES.codeExpired)]).toEqual([true, []]);
});
