// Verbs of topics: «тренироваться» is typed as «тренируюсь», «уставать» as «устают».

const ENDING =
  /(?:(?:[оеыи]в|ав)?ать|[яеиу]ть|[аяеиу]?(?:ю|ешь|ет|ем|ете|ют)|у|ишь|ит|им|ите|ут|ат|ят|(?:[оеыи]в|ав)?ал[аио]?|[яеиу]л[аио]?)(?:ся|сь)?$/;
const INFINITIVE = /ть(?:ся)?$/;

export const isInfinitive = (word: string): boolean => INFINITIVE.test(word);

/** The root that all forms of a verb share; '' for what is none or leaves too little. */
export function verbRootOf(word: string): string {
  const root = /^[а-я]+$/.test(word) && ENDING.test(word) ? word.replace(ENDING, '') : '';
  return root.length < 3 ? '' : root;
}
