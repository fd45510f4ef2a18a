// A toast for every change. Success hides itself after 5 s (section 9); an error stays until closed.

import { notifications } from '@mantine/notifications';
import { limits } from '@survey/contract';
import { t } from '../text/text.ts';

const infoMs = 10_000;

const show = (
  color: string,
  title: string,
  details: string | undefined,
  autoClose: number | false,
) => {
  const id = `${color}:${title}:${details ?? ''}`;
  // The same toast twice would hide the page; the newer one takes the place of the older.
  notifications.hide(id);
  notifications.show({
    id,
    color,
    title,
    message: details,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
    style: { whiteSpace: 'pre-line' },
  });
};

export const toast = {
  success: (title: string, details?: string) =>
    show('green', title, details, limits.successToastMs),
  error: (title: string, details?: string) => show('red', title, details, false),
  info: (title: string, details?: string) => show('blue', title, details, infoMs),
};
