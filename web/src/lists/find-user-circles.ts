import type { UserCircles } from './user-circles.api.ts';

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
