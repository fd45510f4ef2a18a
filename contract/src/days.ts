// Arithmetic with days and months of the calendar, written `YYYY-MM-DD`. No time zone: which day an instant belongs to
// is the operation's matter.

export const dayMs = 24 * 3600 * 1000;

/** The day of an instant in UTC, as milliseconds since 1970. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The day a number of days after another; before it where negative. */
export const addDays = (day: string, days: number): string =>
  utcDay(Date.parse(day) + days * dayMs);

export const nextDay = (day: string): string => addDays(day, 1);

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

/** The first day of the month after a day's. */
export const nextMonth = (day: string): string => monthOf(addDays(monthOf(day), 31));
