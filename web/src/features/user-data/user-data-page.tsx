import { Page } from '../../ui/page.tsx';

export const UserDataPage = () => <Page title="User Data" />;
