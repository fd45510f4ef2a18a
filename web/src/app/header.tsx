import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useSession } from '../api/session.ts';
import { Clock } from './clock.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './header.module.css';

/** Welcome, running clock, colours; the menu button on narrow screens. */
export const Header = ({ onMenu }: { onMenu: () => void }) => {
  const name = useSession()?.user.name?.trim() || 'User';
  return (
    <header className={classes.header}>
      <ActionIcon size="lg" className={classes.menu} aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <span className={classes.welcome}>Welcome back, {name}</span>
      <Clock />
      <ColorSchemeSwitch />
    </header>
  );
};
