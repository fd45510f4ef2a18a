import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/**
 * Where confirmations and toasts appear. A bundle of its own, fetched when the shell stands: nobody
 * confirms anything before.
 */
export const Dialogs = () => (
  <ModalsProvider>
    {/* Room for the ten lines of a refused sheet (section 5). */}
    <Notifications position="top-center" limit={4} notificationMaxHeight={420} />
  </ModalsProvider>
);
