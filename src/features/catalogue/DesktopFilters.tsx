// The desktop's own controls in one chunk: it follows the first cards, and the phone never loads it.
export { Breadcrumbs } from '#src/features/catalogue/Breadcrumbs.tsx';
export { CategoryRail } from '#src/features/catalogue/CategoryRail.tsx';
export { ChosenChips } from '#src/features/catalogue/ChosenChips.tsx';
export { FilterFields } from '#src/features/catalogue/FilterFields.tsx';
