import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useStoredState } from '../ui/use-stored-state.ts';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignInNote } from './sign-in-note.tsx';

/** Sidebar, header, and the screen between them. */
export const Shell = () => {
  const [isCollapsed, setCollapsed] = useStoredState('sidebar-collapsed', false);
  const [isMenuOpen, menu] = useDisclosure(false);
  const isLoading = useRouterState({ select: (state) => state.isLoading });

  return (
    <ModalsProvider>
      <Notifications position="top-right" limit={4} />
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.shell} data-collapsed={isCollapsed || undefined}>
        <aside className={classes.side}>
          <Sidebar isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
        </aside>
        <div className={classes.body}>
          <Header onMenu={menu.open} />
          {isLoading ? <div className={classes.loading} aria-hidden /> : null}
          <main id="content" tabIndex={-1} className={classes.content}>
            <SignInNote />
            <Outlet />
          </main>
        </div>
      </div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size={272}
        withCloseButton={false}
        padding={0}
        aria-label="Menu"
        classNames={{ body: classes.drawer }}
      >
        <Sidebar onNavigate={menu.close} />
      </Drawer>
    </ModalsProvider>
  );
};
