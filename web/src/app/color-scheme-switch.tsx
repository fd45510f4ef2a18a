import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Switches light and dark. Choosing what the system has means following the system again. */
export const ColorSchemeSwitch = () => {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const next = scheme === 'dark' ? 'light' : 'dark';
  const Icon = next === 'dark' ? IconMoon : IconSun;

  return (
    <ActionIcon
      size="lg"
      aria-label={`Switch to ${next} colours`}
      onClick={() => setColorScheme(next === system ? 'auto' : next)}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
};
