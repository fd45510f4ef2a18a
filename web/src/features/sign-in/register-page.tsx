import { Page } from '../../ui/page.tsx';

export const RegisterPage = () => <Page title="Register" />;
