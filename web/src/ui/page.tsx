import { Box, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { t } from '../text/text.ts';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** One short line under the title. */
  description?: ReactNode;
  /** The primary action, right of the title; further ones before it. */
  action?: ReactNode;
  /** The filter bar under the title. */
  filters?: ReactNode;
  children?: ReactNode;
}

/** The frame of every screen: title, actions, filters, content. */
export const Page = ({ title, description, action, filters, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · ${t('Field Survey')}`;
  }, [title]);

  return (
    <Stack gap="md" className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.heading}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {description ? <div className={classes.description}>{description}</div> : null}
        </div>
        {action ? <div className={classes.actions}>{action}</div> : null}
      </Group>
      {filters ? <Box className={classes.filters}>{filters}</Box> : null}
      {children}
    </Stack>
  );
};
