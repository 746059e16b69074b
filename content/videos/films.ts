import type { Film } from './film.ts';
import { kabinet } from './kabinet.ts';
import { ochishhenie } from './ochishhenie.ts';

export const FILMS = { kabinet, ochishhenie } satisfies Record<string, Film>;
export type FilmName = keyof typeof FILMS;
