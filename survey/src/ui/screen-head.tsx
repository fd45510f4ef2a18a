import { t } from '../text/text.ts';
import { Icon } from './icon.tsx';
import { goBack } from './route.ts';

/** Title with the way back. */
export const ScreenHead = ({ title, about }: { title: string; about?: string }) => (
  <header className="head has-back">
    <button type="button" className="icon-button" aria-label={t('Back')} onClick={goBack}>
      <Icon name="back" />
    </button>
    <div>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {about ? (
        <p className="dim">
          <bdi>{about}</bdi>
        </p>
      ) : null}
    </div>
  </header>
);
