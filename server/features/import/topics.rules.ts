import { illnessIn } from '#contract/illness-words.ts';
import { short } from '#server/features/import/feed-values.rules.ts';
import type { Note } from '#server/features/import/note.ts';

const TITLE_MAX = 60;
const TOPICS_MAX = 5;

/** Same topic, however it is written: «Сон и отдых», «сон и отдых ». */
export const topicKey = (title: string): string => title.toLowerCase().replaceAll('ё', 'е');

/**
 * Titles of an offer's topics that the shop may take: short, each once, and never an illness (docs/decisions/260). What is left out is
 * said in `notes`.
 */
export function takeTopics(titles: readonly string[], line: number, notes: Note[]): string[] {
  const taken = new Map<string, string>();
  for (const title of titles) {
    const reason = refusal(title, taken.size);
    if (reason === null) taken.set(topicKey(title), taken.get(topicKey(title)) ?? title);
    else notes.push({ kind: 'topic', line, text: `подборка «${short(title)}» не взята: ${reason}` });
  }
  return [...taken.values()];
}

function refusal(title: string, taken: number): string | null {
  if (title.length > TITLE_MAX) return `длиннее ${TITLE_MAX} знаков`;
  if (illnessIn(title) !== null) return 'подборка называет тему, а не болезнь';
  return taken >= TOPICS_MAX ? `у товара их больше ${TOPICS_MAX}` : null;
}

/** The search shows nothing for an illness (docs/decisions/261): a title that names one is not found by that word, and the owner is told. */
export function noteIllness(title: string, line: number, notes: Note[]): void {
  const word = illnessIn(title);
  if (word !== null)
    notes.push({
      kind: 'illness',
      line,
      text: `в названии «${short(title)}» болезнь или лечение («${word}»): по этому слову поиск ничего не покажет; назовите товар иначе`,
    });
}
