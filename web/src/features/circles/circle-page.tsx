import { Page } from '../../ui/page.tsx';

export const CirclePage = () => <Page title="Circle Management" />;
