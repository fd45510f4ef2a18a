import { Drawer } from '@mantine/core';
import { t } from '../text/text.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar of narrow screens. A chunk of its own: wide screens never need it. */
export const MenuDrawer = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    size={272}
    withCloseButton={false}
    padding={0}
    attributes={{ content: { 'aria-label': t('Menu') } }}
    classNames={{ body: classes.drawer ?? '' }}
  >
    <Sidebar onNavigate={onClose} />
  </Drawer>
);
