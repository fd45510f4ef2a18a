import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { chooseLanguage, languages, useLanguage } from '../text/languages.ts';
import { msg, t } from '../text/text.ts';
import { useContrast } from './use-contrast.ts';

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: msg('As the system') },
  { value: 'light', label: msg('Light') },
  { value: 'dark', label: msg('Dark') },
];

/** Language, colours and contrast. A chunk of its own (see view-switch.tsx). */
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
        <Menu.RadioGroup value={language.code}>
          {languages.map(({ code, name }) => (
            <Menu.RadioItem
              key={code}
              value={code}
              lang={code}
              onChange={() => void chooseLanguage(code)}
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('Colours')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} onChange={() => setColorScheme(value)}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={contrast.isHigh}
          disabled={contrast.isFromSystem}
          onChange={contrast.choose}
        >
          {t('High contrast')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
};
