import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogin2,
  IconLogout,
  IconUserCog,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '../api/capabilities.ts';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { Brand } from '../ui/brand.tsx';
import classes from './sidebar.module.css';
import { signOut } from './sign-out.ts';
import { useNavigation } from './use-navigation.ts';

interface SidebarProps {
  isCollapsed?: boolean;
  /** Undefined in the drawer of narrow screens. */
  onToggle?: () => void;
  /** Called after a click on a link. */
  onNavigate?: () => void;
}

const Session = () => {
  const isSignedIn = useSession() !== undefined;
  return isSignedIn ? (
    <a
      href="/"
      className={classes.link}
      data-target
      onClick={(event) => {
        event.preventDefault();
        signOut();
      }}
    >
      <IconLogout size={18} aria-hidden />
      <span className={classes.label}>{t('Logout')}</span>
    </a>
  ) : (
    <Link to="/" className={classes.link} data-target>
      <IconLogin2 size={18} aria-hidden />
      <span className={classes.label}>{t('Sign in')}</span>
    </Link>
  );
};

/** The links of spec 2, Logout, and the toggle that leaves only the icons. */
export const Sidebar = ({ isCollapsed = false, onToggle, onNavigate }: SidebarProps) => {
  const hasAccount = useCan('accountOverview');
  const toggleLabel = isCollapsed ? t('Expand sidebar') : t('Collapse sidebar');
  const links = useNavigation();
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;

  return (
    <div className={classes.sidebar} data-collapsed={isCollapsed || undefined}>
      <div className={classes.brand}>
        <Brand isCompact={isCollapsed} />
      </div>
      <nav aria-label={t('Main')} className={classes.links}>
        {links.map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            className={classes.link}
            data-target
            onClick={() => onNavigate?.()}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes.label}>{t(label)}</span>
          </Link>
        ))}
      </nav>
      <div className={classes.foot}>
        {hasAccount ? (
          <Link to="/account" className={classes.link} data-target onClick={() => onNavigate?.()}>
            <IconUserCog size={18} stroke={1.7} aria-hidden />
            <span className={classes.label}>{t('Account')}</span>
          </Link>
        ) : null}
        <Session />
        {onToggle ? (
          <button
            type="button"
            className={classes.link}
            aria-expanded={!isCollapsed}
            onClick={onToggle}
          >
            <ToggleIcon size={18} stroke={1.7} aria-hidden />
            <span className={classes.label}>{toggleLabel}</span>
          </button>
        ) : null}
      </div>
    </div>
  );
};
