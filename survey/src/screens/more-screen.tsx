import { signOut } from '../send/api.ts';
import { type Account, forgetToken } from '../store/accounts.ts';
import { allReports } from '../store/reports.ts';
import { rescueFile } from '../store/rescue-file.ts';
import { readStorage } from '../store/storage.ts';
import { chooseLanguage, languages, useLanguage } from '../text/languages.ts';
import { t } from '../text/text.ts';
import { shareFile } from '../ui/share-file.ts';
import { useStored } from '../ui/use-stored.ts';
import { countReports } from '../ui/work-state.ts';

/** Storage, language, rescue of unsent reports, signing out. */
export const MoreScreen = ({ account }: { account: Account }) => {
  const { username, name, token } = account;
  const language = useLanguage();
  const storage = useStored('storage', readStorage);
  const reports = useStored(`${username} more`, () => allReports(username)) ?? [];
  const { waiting, refused, drafts } = countReports(reports);
  const unsent = waiting + refused + drafts;

  const leave = async () => {
    const question = t(
      '{count, plural, =0 {Sign out?} one {# report is not sent yet. It stays on this phone until you sign in again. Sign out?} other {# reports are not sent yet. They stay on this phone until you sign in again. Sign out?}}',
      { count: unsent },
    );
    if (!confirm(question)) return;
    await forgetToken(username, false);
    // The session ends at the server where it can be reached; else by itself.
    if (token) await signOut(token).catch(() => undefined);
  };
  const rescue = async () => {
    const file = await rescueFile(username);
    await shareFile(file);
  };

  return (
    <main>
      <header className="head">
        <div>
          <h1>{t('More')}</h1>
          <p className="dim">
            <bdi>{name}</bdi> (<bdi>{username}</bdi>)
          </p>
        </div>
      </header>
      <section>
        <h2>{t('Language')}</h2>
        <fieldset className="choice" aria-label={t('Language')}>
          {languages.map(({ code, name: own }) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={code === language.code}
              onClick={() => void chooseLanguage(code)}
            >
              {own}
            </button>
          ))}
        </fieldset>
      </section>
      <section>
        <h2>{t('Storage')}</h2>
        {storage ? (
          <>
            {storage.freeMegabytes === undefined ? null : (
              <p className={storage.isShort ? 'problem' : ''}>
                {t('{megabytes} MB free for photos', { megabytes: storage.freeMegabytes })}
              </p>
            )}
            <p className="dim">
              {storage.isPersistent
                ? t('The browser has promised to keep what is on this phone.')
                : t(
                    'The browser may clear this page when space is short. Add it to the home screen, and send often.',
                  )}
            </p>
          </>
        ) : null}
      </section>
      <section>
        <h2>{t('Rescue file')}</h2>
        <p className="dim">
          {t(
            'Where this phone cannot send any more: all unsent reports as one file, for your office.',
          )}
        </p>
        <button
          type="button"
          className="secondary is-wide"
          disabled={unsent === 0}
          onClick={() => void rescue()}
        >
          {t(
            '{count, plural, =0 {Nothing to rescue} one {Save # unsent report as a file} other {Save # unsent reports as a file}}',
            {
              count: unsent,
            },
          )}
        </button>
      </section>
      <section>
        <button type="button" className="secondary is-wide" onClick={() => void leave()}>
          {t('Sign out')}
        </button>
        <p className="dim">{t('Version {version}', { version: import.meta.env.VITE_VERSION })}</p>
      </section>
    </main>
  );
};
