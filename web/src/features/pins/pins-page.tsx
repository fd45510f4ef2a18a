import { Page } from '../../ui/page.tsx';

export const PinsPage = () => <Page title="Pins Management" />;
