// A toast for every change. Success hides itself after 5 s (spec 9); an error stays until closed.

import { notifications } from '@mantine/notifications';
import { limits } from '@survey/contract';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';

const infoMs = 10_000;

/** Toasts so far. */
let count = 0;

/** A button below the text; needs a React key. `close` takes the toast away. */
type Action = (close: () => void) => ReactNode;

const show = (
  color: string,
  title: string,
  written: string | undefined,
  autoClose: number | false,
  action?: Action,
) => {
  // A server may answer the very sentence of the title.
  const details = written === title ? undefined : written;
  const id = `${color}:${title}:${details ?? ''}`;
  // A toast with the same text replaces the older one.
  notifications.hide(id);
  count += 1;
  notifications.show({
    id,
    // The newest is on top; beyond the limit the oldest are queued.
    priority: count,
    color,
    title,
    message: action ? [details && `${details}\n`, action(() => notifications.hide(id))] : details,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
    style: { whiteSpace: 'pre-line' },
  });
};

export const toast = {
  success: (title: string, details?: string, action?: Action) =>
    show('green', title, details, limits.successToastMs, action),
  error: (title: string, details?: string) => show('red', title, details, false),
  info: (title: string, details?: string, action?: Action) =>
    show('blue', title, details, infoMs, action),
};
