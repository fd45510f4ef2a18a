import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { showQuestions } from '../ui/confirm.tsx';

/**
 * Where confirmations and toasts appear. A bundle of its own, fetched when the shell stands; who asks
 * or tells before is shown then.
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
