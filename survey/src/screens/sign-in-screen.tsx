import { type FormEvent, useState } from 'react';
import { NoAnswer, ServerRefusal, type SignInReply, signIn, signInByCode } from '../send/api.ts';
import { sendSoon } from '../send/sync.ts';
import { type Account, allAccounts, forgetToken, signedIn } from '../store/accounts.ts';
import { allReports } from '../store/reports.ts';
import { chooseLanguage, languages, useLanguage } from '../text/languages.ts';
import { t, translatedRefusal } from '../text/text.ts';
import { useStored } from '../ui/use-stored.ts';
import { countReports } from '../ui/work-state.ts';

const LanguageChoice = () => {
  const current = useLanguage();
  return (
    <p className="languages">
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          className="link"
          aria-pressed={code === current.code}
          onClick={() => void chooseLanguage(code)}
        >
          {name}
        </button>
      ))}
    </p>
  );
};

/** Surveyors who have worked on this phone, with what they have not sent yet. */
const readOthers = async () => {
  const accounts = await allAccounts();
  return Promise.all(
    accounts.map(async ({ username, name }) => {
      const { waiting, refused, drafts } = countReports(await allReports(username));
      return { username, name, unsent: waiting + refused + drafts };
    }),
  );
};

interface SignInScreenProps {
  /** The surveyor whose session has ended: everything stays on the phone, only the password is asked for. */
  again?: Account;
  /** A code of the office, from the link of a QR code. */
  code?: string | undefined;
  onSignedIn?: (() => void) | undefined;
  /** Where somebody is signed in already: goes on as they are. */
  onLeave?: (() => void) | undefined;
}

/** Signs a surveyor in. Nothing that is kept on the phone is touched by it. */
export const SignInScreen = ({ again, code: offered, onSignedIn, onLeave }: SignInScreenProps) => {
  const [login, setLogin] = useState(again?.username ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState(offered ?? '');
  const [isByCode, setByCode] = useState(offered !== undefined);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const others = useStored('others', readOthers) ?? [];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { token, user }: SignInReply = isByCode
        ? await signInByCode(code)
        : await signIn(login.trim(), password);
      // Never under another's name: another surveyor signs in as another, the first one's work stays apart.
      await signedIn({ username: user.username, name: user.name, token });
      onSignedIn?.();
      await sendSoon();
    } catch (error) {
      if (error instanceof NoAnswer)
        setProblem(t('The server cannot be reached. Signing in needs a network.'));
      else if (error instanceof ServerRefusal) setProblem(translatedRefusal(error));
      else throw error;
    } finally {
      setBusy(false);
    }
  };

  const choose = (username: string) => {
    setByCode(false);
    setLogin(username);
  };

  if (!isSecureContext)
    return (
      <main className="sign-in">
        <h1>{t('Field Survey')}</h1>
        <p className="problem" role="alert">
          {t(
            'This page works over HTTPS only: without it a browser gives neither camera nor place nor storage. Please ask your office for the right address.',
          )}
        </p>
      </main>
    );
  const passwordFields = (
    <>
      <label>
        {t('Username or email')}
        <input
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={again !== undefined}
          value={login}
          onChange={(event) => setLogin(event.target.value)}
        />
      </label>
      <label>
        {t('Password')}
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
    </>
  );
  const form = (
    <form onSubmit={(event) => void submit(event)}>
      {isByCode ? (
        <label>
          {t('Code of your office')}
          <textarea
            name="code"
            rows={2}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <small>{t('Six words. They work once, within 24 hours.')}</small>
        </label>
      ) : (
        passwordFields
      )}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? t('Signing in …') : t('Sign in')}
      </button>
      {again ? null : (
        <button type="button" className="link" onClick={() => setByCode(!isByCode)}>
          {isByCode ? t('Sign in with a password') : t('Sign in with a code')}
        </button>
      )}
    </form>
  );
  if (again)
    return (
      <section className="sheet" aria-label={t('Sign in again')}>
        <h2>{t('Sign in again')}</h2>
        <p>
          {t('Your session has ended. Everything is kept on this phone and is sent afterwards.')}
        </p>
        {form}
        <button
          type="button"
          className="link"
          onClick={() => void forgetToken(again.username, false)}
        >
          {t('Somebody else')}
        </button>
      </section>
    );
  return (
    <main className="sign-in">
      <img src="/survey/icon-192.png" width="72" height="72" alt="" />
      <h1>{t('Field Survey')}</h1>
      {form}
      {onLeave ? (
        <button type="button" className="link" onClick={onLeave}>
          {t('Cancel')}
        </button>
      ) : null}
      {others.length > 0 ? (
        <section>
          <h2>{t('On this phone')}</h2>
          <ul className="plain">
            {others.map(({ username, name, unsent }) => (
              <li key={username}>
                <button type="button" className="row" onClick={() => choose(username)}>
                  <span>{name}</span>
                  {unsent > 0 ? (
                    <span className="badge is-warning">
                      {t('{count, plural, one {# report not sent} other {# reports not sent}}', {
                        count: unsent,
                      })}
                    </span>
                  ) : null}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <LanguageChoice />
    </main>
  );
};
