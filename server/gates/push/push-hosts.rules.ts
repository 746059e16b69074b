// Push services of the browsers. An endpoint is an address that a stranger gives and this shop calls: elsewhere it calls nobody.

const SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
] as const;

/** `more`: hosts of the settings (`PUSH_HOSTS`), with their port if it is not 443; those alone may be without TLS. */
export function isPushService(endpoint: string, more: readonly string[] = []): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (more.includes(url.host)) return url.protocol === 'https:' || url.protocol === 'http:';
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    SERVICES.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`))
  );
}

/** `PUSH_HOSTS`: hosts by comma, each with its port or without. Null: it is no such list. */
export function readPushHosts(text: string): readonly string[] | null {
  const hosts = text.split(',').map((host) => host.trim());
  return hosts.every((host) => /^[a-z0-9.-]+(:\d{1,5})?$/i.test(host)) ? hosts.map((host) => host.toLowerCase()) : null;
}
