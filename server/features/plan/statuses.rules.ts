/** Names of the ladder (docs/product/network.md#ladder). The percentages belong to the bonus engine, not here. */
const STATUSES = [
  'Клиент',
  'Консультант',
  'Активный консультант',
  'Старший консультант',
  'Координатор',
  'Менеджер',
  'Старший менеджер',
  'Директор',
  'Серебряный директор',
  'Золотой директор',
  'Бриллиантовый директор',
] as const;

export function statusOf(id: number): { id: number; name: string } | null {
  const name = STATUSES[id];
  return name === undefined ? null : { id, name };
}
