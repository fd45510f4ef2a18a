import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/**
 * Where confirmations and toasts appear. A bundle of its own, fetched when the shell stands: nobody
 * confirms anything before.
 */
export const Dialogs = () => (
  <ModalsProvider>
    <Notifications position="top-right" limit={4} />
  </ModalsProvider>
);
