import type { Look, Verdict } from '#src/offline/outbox/face.ts';
import type { Outcome } from '#src/offline/outbox/record.ts';
import { refusedRows } from '#src/features/sync/refused-rows.rules.ts';
import type { News } from '#src/features/sync/news.rules.ts';

/**
 * «Отправили в 14:21. Проверьте 2 строки — остальное в порядке.» `at` is «в 14:21» or «20 ноября в 14:21». `waiting`: what was
 * tried and has not gone yet; nothing is called in order as a whole before it has.
 */
export function introOf(look: Look, news: News, rises: number, at: string, waiting = 0): string {
  const { changed, added, removed, sent } = news;
  const refused = refusedRows(look, news.refused);
  const passed = changed.filter((outcome) => verdictOf(look, outcome)?.isFine).length;
  const attention = changed.length - passed + refused.length + rises;
  const fine = added.length + removed.length + sent.length + passed;
  const head = fine + changed.length - passed > 0 ? `Отправили ${at}.` : `Сервер ответил ${at}.`;
  const rest = waiting > 0 ? ` Ещё в\u00a0очереди:\u00a0${waiting}.` : '';
  if (attention === 0) return `${head}${rest || ' Всё в\u00a0порядке.'}`;
  const isFine = fine > 0 && waiting === 0;
  return `${head} Проверьте ${attention}\u00a0${lines(attention)}${isFine ? '\u00a0— остальное в\u00a0порядке' : ''}.${rest}`;
}
/** The same for ears, without a time. */
export function newsWords(look: Look, { changed, refused, added, removed, sent }: News): string {
  const gone = added.length + removed.length + sent.length + changed.length;
  const judged = judgedGroups(look, changed);
  const otherwise = changed.filter((outcome) => !verdictOf(look, outcome)).length;
  const parts = [
    gone > 0 ? `отправлено: ${gone}` : '',
    ...judged.map(({ counted, outcomes }) => `${counted}: ${outcomes.length}`),
    otherwise > 0 ? `с\u00a0изменением: ${otherwise}` : '',
    refused.length > 0 ? `не добавлено: ${refusedRows(look, refused).length}` : '',
  ];
  return `Пока вы были офлайн. ${parts.filter(Boolean).join(', ')}`;
}

/** What the shop has judged in it; null for pieces that came out otherwise than asked. */
export function verdictOf(look: Look, outcome: Outcome): Verdict | null {
  const faced = look(outcome);
  return faced?.face.verdicts?.of(faced.payload, outcome.change) ?? null;
}
/** Verdicts by the title that their kind gives them. */
export function judgedGroups(look: Look, changed: readonly Outcome[]): readonly JudgedGroup[] {
  const groups = new Map<string, JudgedGroup>();
  for (const outcome of changed) {
    const verdicts = look(outcome)?.face.verdicts;
    if (!verdicts) continue;
    const { title, counted, named } = verdicts;
    groups.set(title, { title, counted, named, outcomes: [...(groups.get(title)?.outcomes ?? []), outcome] });
  }
  return [...groups.values()];
}
export type JudgedGroup = {
  title: string;
  counted: string;
  named: (title: string) => string;
  outcomes: readonly Outcome[];
};

const lines = (count: number): string => {
  const [ten, hundred] = [count % 10, count % 100];
  if (ten === 1 && hundred !== 11) return 'строку';
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 'строки' : 'строк';
};
