import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { t } from '../text/text.ts';
import { Brand } from '../ui/brand.tsx';
import { LanguageLinks } from '../ui/language-links.tsx';
import { Parcels } from './parcels.tsx';
import classes from './sign-in-frame.module.css';

interface SignInFrameProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** The frame of the screens before sign-in: the form, and a drawing of parcels beside it on wide screens. */
export const SignInFrame = ({ title, subtitle, children }: SignInFrameProps) => {
  useEffect(() => {
    document.title = `${title} · ${t('Field Survey')}`;
  }, [title]);

  return (
    <div className={classes.frame}>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Brand />
          <LanguageLinks />
        </div>
        <div className={classes.form}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          <p className={classes.subtitle}>{subtitle}</p>
          {children}
        </div>
      </main>
      <div className={classes.picture} aria-hidden>
        <Parcels />
      </div>
    </div>
  );
};
