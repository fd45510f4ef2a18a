import { Page } from '../../ui/page.tsx';

export const CreateUserPage = () => <Page title="Create User" />;
