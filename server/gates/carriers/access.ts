/** Keys and addresses of carriers; null: not set, and our own tariff stands in (docs/operations.md#settings). */
export type CarrierAccess = {
  /** With `point`, the office where the shop brings its parcels, they are registered there; `hook` is the secret of its messages. */
  cdek: { url: string; id: string; secret: string; point?: string | null; hook?: string | null } | null;
  /** The public tariff of the Post: no key, only the wish to ask it. */
  postTariff: { url: string } | null;
  /** «Отправка»: the tariff of the shop's own contract. */
  otpravka: { url: string; token: string; key: string } | null;
  boxberry: { url: string; token: string } | null;
  fivepost: { url: string; key: string } | null;
  yandex: { url: string; token: string; station: string } | null;
};
export const NO_CARRIERS: CarrierAccess = {
  cdek: null,
  postTariff: null,
  otpravka: null,
  boxberry: null,
  fivepost: null,
  yandex: null,
};

type Source = Record<string, string | undefined>;
/** What is wrong, in Russian, when a setting is unusable. */
export function readCarrierAccess(source: Source): CarrierAccess | string {
  for (const together of TOGETHER) {
    const set = together.filter((name) => source[name]);
    if (set.length > 0 && set.length < together.length) return `${together.join(' и ')} задаются вместе`;
  }
  const wrong = Object.keys(URLS).find((name) => source[name] && !/^https?:$/.test(URL.parse(source[name])?.protocol ?? '')); // prettier-ignore
  if (wrong) return `${wrong}: нужен адрес вида https://api.example.ru`;
  const url = (name: keyof typeof URLS): string => (source[name] || URLS[name]).replace(/\/+$/, '');
  const { CDEK_ID: id, CDEK_SECRET: secret, POCHTA_TOKEN: token, POCHTA_KEY: key } = source;
  const { BOXBERRY_TOKEN: boxberry, FIVEPOST_KEY: fivepost, YANDEX_DELIVERY_TOKEN: yandex } = source;
  const hook = source.CDEK_HOOK || null;
  if (hook !== null && !/^[\w-]{24,100}$/.test(hook)) return 'CDEK_HOOK: нужны от 24 латинских букв и цифр';
  const station = source.YANDEX_DELIVERY_STATION;
  return {
    cdek: id && secret ? { url: url('CDEK_URL'), id, secret, point: source.CDEK_POINT || null, hook } : null,
    postTariff: source.POCHTA_TARIFF === 'on' ? { url: url('POCHTA_TARIFF_URL') } : null,
    otpravka: token && key ? { url: url('POCHTA_URL'), token, key } : null,
    boxberry: boxberry ? { url: url('BOXBERRY_URL'), token: boxberry } : null,
    fivepost: fivepost ? { url: url('FIVEPOST_URL'), key: fivepost } : null,
    yandex: yandex && station ? { url: url('YANDEX_DELIVERY_URL'), token: yandex, station } : null,
  };
}
const TOGETHER = [
  ['CDEK_ID', 'CDEK_SECRET'],
  ['POCHTA_TOKEN', 'POCHTA_KEY'],
  ['YANDEX_DELIVERY_TOKEN', 'YANDEX_DELIVERY_STATION'],
] as const;
/** Their live addresses; their test contours are set by the same names. */
const URLS = {
  CDEK_URL: 'https://api.cdek.ru/v2',
  POCHTA_TARIFF_URL: 'https://tariff.pochta.ru',
  POCHTA_URL: 'https://otpravka-api.pochta.ru',
  BOXBERRY_URL: 'https://api.boxberry.ru/json.php',
  FIVEPOST_URL: 'https://api-omni.x5.ru',
  YANDEX_DELIVERY_URL: 'https://b2b-authproxy.taxi.yandex.net',
} as const;
