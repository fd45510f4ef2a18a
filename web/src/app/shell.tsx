import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { useIsIdle } from '../ui/use-is-idle.ts';
import { useStoredState } from '../ui/use-stored-state.ts';
import { Header } from './header.tsx';
import { Notices, Screen } from './notices.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignInNote } from './sign-in-note.tsx';
import { useGlobalKeys } from './use-global-keys.ts';
import { useNavigation } from './use-navigation.ts';

const Dialogs = lazyWithRetry(async () => (await import('./dialogs.tsx')).Dialogs);
const MenuDrawer = lazyWithRetry(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
const Palette = lazyWithRetry(async () => (await import('./palette/palette.tsx')).Palette);
const ShortcutsDialog = lazyWithRetry(
  async () => (await import('../ui/shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** A component of its own, so that a change of page does not render sidebar and header. */
const LoadingBar = () => {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <div className={classes.loading} aria-hidden /> : null;
};

/** Sidebar, header, and the screen between them. */
export const Shell = () => {
  const [isCollapsed, setCollapsed] = useStoredState('sidebar-collapsed', false);
  const [isMenuOpen, menu] = useDisclosure(false);
  const hasMenu = useMediaQuery('(max-width: 47.99em)');
  const isIdle = useIsIdle();
  const [paletteOpenings, setPaletteOpenings] = useState(0);
  const openPalette = () => setPaletteOpenings((openings) => openings + 1);
  const [shortcutOpenings, setShortcutOpenings] = useState(0);
  const openShortcuts = () => setShortcutOpenings((openings) => openings + 1);
  useGlobalKeys({ onPalette: openPalette, onShortcuts: openShortcuts });
  const pages = useNavigation().map(({ to, label }) => ({
    id: to,
    group: 'Pages' as const,
    label: t(label),
    to,
  }));

  return (
    <>
      <a href="#content" className={classes.skip}>
        {t('Skip to content')}
      </a>
      <div className={classes.shell} data-collapsed={isCollapsed || undefined}>
        <aside className={classes.side}>
          <Sidebar isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
        </aside>
        <div className={classes.body}>
          <Header onMenu={menu.open} onSearch={openPalette} />
          <LoadingBar />
          <main id="content" tabIndex={-1} className={classes.content}>
            <SignInNote />
            <Notices />
            <Screen />
          </main>
        </div>
      </div>
      {isIdle ? <Dialogs /> : null}
      {hasMenu ? <MenuDrawer isOpen={isMenuOpen} onClose={menu.close} /> : null}
      {paletteOpenings > 0 ? (
        <Palette pages={pages} openings={paletteOpenings} onShortcuts={openShortcuts} />
      ) : null}
      {shortcutOpenings > 0 ? <ShortcutsDialog openings={shortcutOpenings} /> : null}
    </>
  );
};
