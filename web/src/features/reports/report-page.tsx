import { Page } from '../../ui/page.tsx';

export const ReportPage = () => <Page title="Property Report" />;
