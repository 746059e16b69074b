const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** «15 января 2025 г.» of an ISO date; what a feed wrote otherwise stays as it is: browsers guess dates out of any words. */
export const paperDate = (text: string): string => {
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : null;
  return date === null || Number.isNaN(date.getTime()) ? text : day.format(date);
};
