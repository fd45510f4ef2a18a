import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { t } from '../text/text.ts';
import styles from './reload-prompt.module.css';

/** Says that code of the screen could not be fetched, and offers to reload. At the foot of the window. */
export const ReloadPrompt = () =>
  createPortal(
    <div role="alert" className={styles.note}>
      <div>
        <Text fw={600}>{t('A part of this screen could not be loaded')}</Text>
        <Text size="sm" c="dimmed">
          {t('Most likely a newer version was installed. Reload when nothing unsaved is open.')}
        </Text>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => window.location.reload()}
      >
        {t('Reload')}
      </Button>
    </div>,
    document.body,
  );
