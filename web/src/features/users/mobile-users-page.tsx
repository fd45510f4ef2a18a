import { Page } from '../../ui/page.tsx';

export const MobileUsersPage = () => <Page title="Users Management" />;
