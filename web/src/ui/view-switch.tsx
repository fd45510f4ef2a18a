import { ActionIcon } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../text/text.ts';

const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }));

/** The button for language, colours and contrast; its menu is fetched when it is first opened. */
export const ViewSwitch = () => {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      size="lg"
      aria-label={t('Language and colours')}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      <IconAdjustments size={18} stroke={1.7} />
    </ActionIcon>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <ViewMenu isOpenAtFirst />
    </Suspense>
  ) : (
    button
  );
};
