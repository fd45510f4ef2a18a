import { Page } from '../../ui/page.tsx';

export const UploadPage = () => <Page title="Excel Data Upload" />;
