import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useSession } from '../api/session.ts';
import { Clock } from './clock.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './header.module.css';

interface HeaderProps {
  onMenu: () => void;
  onSearch: () => void;
}

/** Welcome, search, running clock, colours; the menu button on narrow screens. */
export const Header = ({ onMenu, onSearch }: HeaderProps) => {
  const name = useSession()?.user.name?.trim() || 'User';
  return (
    <header className={classes.header}>
      <ActionIcon size="lg" className={classes.menu} aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <span className={classes.welcome}>Welcome back, {name}</span>
      <UnstyledButton
        className={classes.search}
        aria-label="Search pages, users, circles and PINs"
        aria-keyshortcuts="Control+K"
        onClick={onSearch}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span className={classes.searchText}>Search</span>
        <kbd className={classes.searchKeys}>Ctrl K</kbd>
      </UnstyledButton>
      <Clock />
      <ColorSchemeSwitch />
    </header>
  );
};
