const DAY = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
});
const TIME = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
});
const plain = (text: string): string => text.replace(/\s*г\.(?=,|$| в)/, '');

/** «23 ноября 2026», in the shop's time. */
export const dayOf = (iso: string): string => plain(DAY.format(new Date(iso)));
/** «23 ноября 2026 в 14:05». */
export const timeOf = (iso: string): string => plain(TIME.format(new Date(iso)));
/** A version of a text is a day: «1 ноября 2026». */
export const versionOf = (version: string): string => dayOf(`${version}T12:00:00Z`);
/** By its version: the newest one's page may be a newer text than the one that was agreed to. */
export const paperLink = ({ path, version }: { path: string; version: string }): string => `${path}/${version}`;
