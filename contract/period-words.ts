const MONTHS = ['январь', 'февраль', 'март', 'апрель', 'май', 'июнь', 'июль', 'август', 'сентябрь', 'октябрь', 'ноябрь', 'декабрь']; // prettier-ignore

/** A period of the plan in words: 202611 is «ноябрь 2026». */
export const periodWords = (period: number): string =>
  `${MONTHS[(period % 100) - 1] ?? period % 100} ${Math.floor(period / 100)}`;
