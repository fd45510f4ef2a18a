import { Page } from '../../ui/page.tsx';

export const SubReportPage = () => <Page title="Sub-reports" />;
