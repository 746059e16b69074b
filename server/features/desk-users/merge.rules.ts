import type { Role } from '#contract/roles.ts';

/** What is known of two accounts of one person before they become one. */
export type MergeFacts = {
  isSame: boolean;
  /** Whoever asks is one of the two. */
  isOwn: boolean;
  kept: { role: Role; closed: string | null };
  gone: {
    role: Role;
    closed: string | null;
    hasDeskRights: boolean;
    /** Under the one that goes, the one that stays left out. */
    people: number;
    hasOpenPoints: boolean;
    waitingOrders: number;
    /** Of its own to others, not yet confirmed: their money is set aside. */
    waitingTransfers: number;
    hasApplication: boolean;
  };
  /** People under the one that stays, the one that goes left out. */
  keptPeople: number;
  hasDebt: boolean;
  /** A correction of a sponsor that waits, of the one that goes or to it. */
  hasMove: boolean;
  /** The one that stays would come to stand under itself. */
  loops: boolean;
};

/** What is set aside for it would stay on an account that nobody opens any more. */
export const TRANSFER_WAITS =
  'Перевод записи, которая закроется, ждёт кода. Пусть его отменят, или подождите: через десять минут он закончится сам';

/** Why the two cannot be merged, one sentence each, as the desk reads them (docs/product/rights.md#one-person-two-accounts). */
export function obstaclesOf({ isSame, isOwn, kept, gone, ...facts }: MergeFacts): string[] {
  if (isSame) return ['Это одна и та же запись'];
  const rows: [boolean, string][] = [
    [isOwn, 'Свою запись объединяет другой сотрудник'],
    [kept.closed !== null, `Та, что останется: ${kept.closed}`],
    [gone.closed !== null, `Та, что закроется: ${gone.closed}`],
    [kept.role === 'user', 'Остаться должна запись, которая подтверждена кодом'],
    [gone.hasDeskRights, 'У записи, которая закроется, есть права хозяйства. Сначала снимите их'],
    [
      gone.people > 0 && facts.keptPeople > 0,
      'Под обеими записями есть люди. Сначала перенесите одну структуру к другому спонсору',
    ],
    [
      gone.people > 0 && facts.keptPeople === 0,
      'Люди есть под записью, которая закроется. Оставьте её, а закройте другую',
    ],
    [
      gone.role === 'cons' && kept.role !== 'cons',
      'Закроется запись консультанта, а останется другая. Оставьте запись консультанта',
    ],
    [gone.hasOpenPoints, 'У записи, которая закроется, есть баллы месяца, который ещё не закрыт'],
    [gone.waitingOrders > 0, 'Заказ записи, которая закроется, ждёт оплаты. Пусть его оплатят или отменят'],
    [gone.waitingTransfers > 0, TRANSFER_WAITS],
    [gone.hasApplication, 'По заявке на опт ещё не решили'],
    [facts.hasDebt, 'На одном из счетов долг. Сначала он должен быть погашен'],
    [facts.hasMove, 'Ждёт перенос к другому спонсору. Отмените его или дождитесь нового месяца'],
    [facts.loops, 'Получился бы круг: запись оказалась бы под самой собой'],
  ];
  return rows.flatMap(([stands, text]) => (stands ? [text] : []));
}
