import type { UserCircles } from './user-circles.api.ts';

/** The circles of a user whose name contains the text, in any case; none for an empty text. */
export const matchingCircles = ({ circles = [] }: UserCircles, text: string): string[] => {
  const wanted = text.trim().toLowerCase();
  return wanted
    ? circles.map(({ circle }) => circle).filter((circle) => circle.toLowerCase().includes(wanted))
    : [];
};

/** Users whose username, name or one of whose circles contains the text, in any case. */
export const findUserCircles = (users: readonly UserCircles[], text: string): UserCircles[] => {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...users];
  const contains = (value: string) => value.toLowerCase().includes(wanted);
  return users.filter(
    ({ username, name, circles }) =>
      contains(username) || contains(name) || circles?.some(({ circle }) => contains(circle)),
  );
};
