import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { showQuestions } from '../ui/confirm.tsx';

/**
 * Renders confirmations and toasts. A chunk of its own, fetched after the shell; questions and toasts from before are
 * shown when it is mounted.
 */
export const Dialogs = () => {
  useEffect(showQuestions, []);
  return (
    <ModalsProvider>
      {/* Room for the ten lines of a refused sheet (spec 5). */}
      <Notifications position="top-center" limit={4} notificationMaxHeight={420} />
    </ModalsProvider>
  );
};
