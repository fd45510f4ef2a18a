// A toast for every change. Success hides itself after 5 s (spec 9); an error stays until closed.

import { notifications } from '@mantine/notifications';
import { limits } from '@survey/contract';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';

const infoMs = 10_000;

/** Toasts so far. */
let count = 0;

const show = (
  color: string,
  title: string,
  written: string | undefined,
  autoClose: number | false,
  action?: ReactNode,
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
    message: action ? [details && `${details}\n`, action] : details,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
    style: { whiteSpace: 'pre-line' },
  });
};

export const toast = {
  /** `action`: a button below the text; needs a React key. */
  success: (title: string, details?: string, action?: ReactNode) =>
    show('green', title, details, limits.successToastMs, action),
  error: (title: string, details?: string) => show('red', title, details, false),
  info: (title: string, details?: string, action?: ReactNode) =>
    show('blue', title, details, infoMs, action),
};
