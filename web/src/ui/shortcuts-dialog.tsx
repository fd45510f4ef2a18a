import { Kbd, Modal, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../text/text.ts';
import { shortcuts } from './shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

/** All shortcuts of the console, and its version. `openings` is incremented to open it. */
export const ShortcutsDialog = ({ openings }: { openings: number }) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(openings > 0), [openings]);
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('Keyboard shortcuts')} size="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {shortcuts.map((group) => (
          <section key={group.where} aria-label={t(group.where)}>
            <Text component="h3" fw={600} size="sm" mb={6}>
              {t(group.where)}
            </Text>
            <dl className={classes.list}>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={does} className={classes.line}>
                  <dt>{t(does)}</dt>
                  <dd dir="ltr">
                    {keys.map((together) => (
                      <span key={together.join('+')} className={classes.keys}>
                        {together.map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </SimpleGrid>
      <Text size="xs" mt="lg">
        {t('Field Survey')} <bdi>{import.meta.env.VITE_VERSION}</bdi>
      </Text>
    </Modal>
  );
};
