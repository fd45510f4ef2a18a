import { Page } from '../../ui/page.tsx';

export const AssignPage = () => <Page title="User Circle Management" />;
