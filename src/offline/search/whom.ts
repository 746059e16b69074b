import { stemOf } from '#src/offline/search/stem.ts';
import { normal } from '#src/offline/search/words.ts';

// For whom something is looked for: «сон маме 75 лет», «иммунитет ребёнку».

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => stemOf(normal(word))));

/** They say for whom and not what: beside another word they raise what is meant for them, and ask for nothing. */
const RELATIVES = stems(
  'мама мать папа отец бабушка дедушка муж жена супруг супруга сын дочь дочка внук внучка сестра брат подруга друг родители свекровь тёща тётя дядя пожилой пенсионер пенсионерка',
);
export const isRelative = (stem: string): boolean => RELATIVES.has(stem);

/** What is for grown-ups is no answer for a child, however well it fits otherwise. */
const CHILDREN = stems('дети детям детский детишки ребёнок ребятишки малыш малышам младенец школьник дошкольник');
export const isChild = (stem: string): boolean => CHILDREN.has(stem);
