import { t } from '../text/text.ts';
import { Page } from '../ui/page.tsx';

export const UserDataPage = () => <Page title={t('User Data')} />;
