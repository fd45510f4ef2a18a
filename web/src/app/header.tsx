import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useIsOurServer } from '../api/capabilities.ts';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { ViewSwitch } from '../ui/view-switch.tsx';
import { Clock } from './clock.tsx';
import classes from './header.module.css';

interface HeaderProps {
  onMenu: () => void;
  onSearch: () => void;
}

/** Welcome, search, running clock, language and colours; the menu button on narrow screens. */
export const Header = ({ onMenu, onSearch }: HeaderProps) => {
  const isOurs = useIsOurServer();
  const name = useSession()?.user.name?.trim() || t('User');
  return (
    <header className={classes.header}>
      <ActionIcon size="lg" className={classes.menu} aria-label={t('Open menu')} onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <span className={classes.welcome}>{t('Welcome back, {name}', { name })}</span>
      <UnstyledButton
        className={classes.search}
        aria-label={
          isOurs ? t('Search pages, users, circles and PINs') : t('Search pages and users')
        }
        aria-keyshortcuts="Control+K"
        onClick={onSearch}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span className={classes.searchText}>{t('Search')}</span>
        <kbd className={classes.searchKeys}>Ctrl K</kbd>
      </UnstyledButton>
      <Clock />
      <ViewSwitch />
    </header>
  );
};
