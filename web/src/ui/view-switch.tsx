import { ActionIcon } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { lazyWithRetry } from './lazy-with-retry.tsx';

const ViewButton = (button: { onClick?: () => void }) => (
  <ActionIcon size="lg" aria-label={t('Language and colours')} aria-haspopup="menu" {...button}>
    <IconAdjustments size={18} stroke={1.7} />
  </ActionIcon>
);

const ViewMenu = lazyWithRetry(
  async () => (await import('./view-menu.tsx')).ViewMenu,
  <ViewButton />,
);

/** The button for language, colours and contrast; its menu is fetched when it is first opened. */
export const ViewSwitch = () => {
  const [isWanted, setWanted] = useState(false);
  return isWanted ? <ViewMenu isOpenAtFirst /> : <ViewButton onClick={() => setWanted(true)} />;
};
