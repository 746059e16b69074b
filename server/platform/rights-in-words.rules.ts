import { HOUR_S, LIMIT_KINDS, type Limit } from '#contract/limits.ts';
import { type Holder, judge, type Need, type Needs, needsOf } from '#contract/rights.ts';

// Rights and limits of a call as the API page says them to people.

const holder = (role: Holder['role'], isPunktVydachi = false): Holder => ({ role, isPunktVydachi, readonly: false });
const PEOPLE: readonly (readonly [words: string, who: Holder | 'guest'])[] = [
  ['гость с сессией', 'guest'],
  ['клиент', holder('client')],
  ['неподтверждённый клиент', holder('user')],
  ['консультант', holder('cons')],
  ['оператор пункта выдачи', holder('cons', true)],
  ['оптовик', holder('optovik')],
  ['сотрудник', holder('staff')],
];

/** «Нужны права optovik.cart, cart.edit: оптовик.» */
export function needsInWords(needs: Needs): string {
  if (needs === 'anyone') return 'Вызвать может каждый.';
  if (needs === 'account') return 'Нужен вход.';
  const names = needsOf(needs);
  const who = PEOPLE.filter(([, one]) => judge(needs, one) === 'ok').map(([words]) => words);
  const title = names.length === 1 ? 'Нужно право' : 'Нужны права';
  const blocked = names.some(isTakenFromReadonly) ? ' Аккаунту «только просмотр» нельзя.' : '';
  return `${title} ${names.join(', ')}: ${who.join(', ') || 'пока ни у кого'}.${blocked}`;
}
const isTakenFromReadonly = (need: Need): boolean =>
  PEOPLE.some(([, who]) => who !== 'guest' && judge(need, { ...who, readonly: true }) === 'readonly');

const KIND_WORDS = {
  caller: 'с одного аккаунта или гостя',
  network: 'из одной сети (IPv4 /24, IPv6 /64)',
  address: 'с одного адреса (IPv6 /64)',
} as const;
/** «Не чаще: 20 в час с одного аккаунта или гостя. Сверх этого реже, 429 с Retry-After.» */
export function limitInWords(limit: Limit): string {
  const time = limit.inS === undefined || limit.inS === HOUR_S ? 'час' : `${limit.inS} с`;
  const parts = LIMIT_KINDS.flatMap((kind) => (limit[kind] ? [`${limit[kind]} за ${time} ${KIND_WORDS[kind]}`] : []));
  return `Не чаще ${parts.join(', ')}; дальше медленнее: 429 и Retry-After.`;
}
