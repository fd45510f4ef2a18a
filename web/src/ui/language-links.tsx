import { UnstyledButton } from '@mantine/core';
import { chooseLanguage, languages, useLanguage } from '../text/languages.ts';
import { t } from '../text/text.ts';
import classes from './language-links.module.css';

/** A link for each language, named in that language. */
export const LanguageLinks = () => {
  const { code: shown } = useLanguage();
  return (
    <ul className={classes.languages} aria-label={t('Language')}>
      {languages.map(({ code, name }) => (
        <li key={code}>
          <UnstyledButton
            lang={code}
            className={classes.language}
            aria-pressed={code === shown}
            onClick={() => void chooseLanguage(code)}
          >
            {name}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
