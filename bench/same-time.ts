import { median } from '#bench/report.ts';

// Whether an answer's time tells that somebody has an account (docs/product/people.md#registration). The same words and the same work are asserted
// by tests; here are the medians.

const NAMES = ['client', 'cons', 'newcomer', 'inactive', 'director', 'optovik', 'punkt', 'readonly', 'newuser', 'admin', 'accountant']; // prettier-ignore
const MAILBOXES = NAMES.map((name) => `${name}@rostok.test`);
/** Failures that one account allows before it asks to wait, less one. */
const TRIES = 4;
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'rostok' };

export type SameTime = { what: string; asked: number; knownMs: number; unknownMs: number };

/** Each with an address of an account and with one that nobody has, in turn, so that both meet the same noise. */
export async function measureSameTime(url: string): Promise<SameTime[]> {
  const ask = async (path: string, body: unknown): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...HEADERS, origin: url },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    const ms = performance.now() - started;
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return ms;
  };
  let last = 0;
  const nobody = () => `nobody${(last += 1)}@rostok.test`;
  const compare = async (what: string, known: readonly string[], send: (login: string) => Promise<number>) => {
    const times: [known: number, unknown: number][] = [];
    // The first two warm what a running shop has warm.
    for (let i = 0; i < 2; i += 1) await send(nobody());
    for (const login of known) times.push([await send(login), await send(nobody())]);
    const [knownMs, unknownMs] = [0, 1].map((side) => median(times.map((pair) => pair[side]!))) as [number, number];
    return { what, asked: known.length, knownMs, unknownMs };
  };
  const often = MAILBOXES.flatMap((one) => Array.from({ length: TRIES }, () => one));
  return [
    await compare('a wrong password', often, (login) => ask('/api/login', { login, password: 'неверный пароль' })),
    await compare('a code to log in', MAILBOXES, (login) => ask('/api/login/send-code', { login })),
    await compare('a code for a new password', MAILBOXES, (login) => ask('/api/password/send', { login })),
    await compare('a registration', MAILBOXES, (email) => ask('/api/registration', registration(email, (last += 1)))),
  ];
}

const registration = (email: string, n: number) => ({
  type: 'client',
  first_name: 'Наталья',
  last_name: 'Верещагина',
  phone: `+7913${String(n).padStart(7, '0')}`,
  email,
  city_id: 3,
  confirm_by: 'email',
  password: 'росток и лён',
  consents: { personal: true, offer: true },
});
