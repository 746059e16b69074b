import { formatWeight } from '#src/ui/format.ts';

/** Parcels may leave without having been weighed. */
export const weightWords = (grams: number): string => (grams > 0 ? formatWeight(grams) : 'не взвешена');
