/** Keys of whoever knows addresses; null: not set (docs/operations.md#settings). */
export type AddressAccess = {
  dadata: { url: string; token: string } | null;
  /** «Отправка» of the Post; the same keys as for its prices. */
  otpravka: { url: string; token: string; key: string } | null;
};

/** What is wrong, in Russian, when a setting is unusable. */
export function readDadata(source: Record<string, string | undefined>): AddressAccess['dadata'] | string {
  const { DADATA_TOKEN: token, DADATA_URL: url = 'https://suggestions.dadata.ru' } = source;
  if (!token) return null;
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:')
    return 'DADATA_URL: нужен адрес вида https://suggestions.dadata.ru';
  return { url: url.replace(/\/+$/, ''), token };
}
