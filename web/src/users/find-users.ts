import type { MobileUser } from '@survey/contract';

/** Users whose username, name, email, phone or CNIC contains the text, in any case. */
export const findUsers = (users: readonly MobileUser[], text: string): MobileUser[] => {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...users];
  return users.filter(({ username, name, email, phonenumber, cnic }) =>
    [username, name, email, phonenumber, cnic].some((value) =>
      value?.toLowerCase().includes(wanted),
    ),
  );
};
