import { Page } from '../../ui/page.tsx';

export const StatusPage = () => <Page title="Bulk Pin Status Update" />;
