import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconAdjustments,
  IconCheck,
  IconContrast,
  IconDeviceDesktop,
  IconLanguage,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { chooseLanguage, languages, useLanguage } from '../text/languages.ts';
import { msg, t } from '../text/text.ts';
import { useContrast } from './use-contrast.ts';

const schemes: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'auto', label: msg('As the system'), Icon: IconDeviceDesktop },
  { value: 'light', label: msg('Light'), Icon: IconSun },
  { value: 'dark', label: msg('Dark'), Icon: IconMoon },
];

const Chosen = ({ isChosen }: { isChosen: boolean }) =>
  isChosen ? <IconCheck size={16} aria-hidden /> : null;

/** Language, colours and contrast. A bundle of its own (see view-switch.tsx). */
export const ViewMenu = ({ isOpenAtFirst = false }: { isOpenAtFirst?: boolean }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const language = useLanguage();
  const contrast = useContrast();
  return (
    <Menu position="bottom-end" withinPortal width={220} defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('Language and colours')}>
          <IconAdjustments size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Language')}</Menu.Label>
        {languages.map(({ code, name }) => (
          <Menu.Item
            key={code}
            role="menuitemradio"
            aria-checked={code === language.code}
            lang={code}
            leftSection={<IconLanguage size={16} />}
            rightSection={<Chosen isChosen={code === language.code} />}
            onClick={() => void chooseLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{t('Colours')}</Menu.Label>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<Icon size={16} />}
            rightSection={<Chosen isChosen={value === colorScheme} />}
            onClick={() => setColorScheme(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={contrast.isHigh}
          disabled={contrast.isFromSystem}
          leftSection={<IconContrast size={16} />}
          rightSection={<Chosen isChosen={contrast.isHigh} />}
          onClick={() => contrast.choose(!contrast.isHigh)}
        >
          {t('High contrast')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
