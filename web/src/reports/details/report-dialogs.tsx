// The drawer and the large photo: fetched when the browser is idle, mounted when first opened.
import { Loader } from '@mantine/core';
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { t } from '../../text/text.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { useLatch } from '../../ui/use-latch.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import styles from './report-dialogs.module.css';

const loadDrawer = () => import('./report-drawer.tsx');
const loadPhoto = () => import('./image-modal.tsx');

/** Mounts a dialog closed and then opens it: Mantine returns the focus only then. */
const firstClosed =
  <Props extends object>(
    Dialog: ComponentType<Props>,
    closed: Partial<Props>,
  ): ComponentType<Props> =>
  (props) => {
    const [stands, setStands] = useState(false);
    useEffect(() => setStands(true), []);
    return <Dialog {...props} {...(stands ? {} : closed)} />;
  };

const Fetching = () => (
  <Loader className={styles.fetching} role="status" aria-label={t('Loading')} />
);

const Drawer = lazyWithRetry(
  async () => firstClosed((await loadDrawer()).ReportDrawer, { id: undefined }),
  <Fetching />,
);
const Photo = lazyWithRetry(
  async () => firstClosed((await loadPhoto()).ImageModal, { shown: undefined }),
  <Fetching />,
);

/** One report in full. */
export const LazyReportDrawer = (props: ComponentProps<typeof Drawer>) => {
  useEffect(
    () =>
      whenIdle(() => {
        // Fetched again when it is opened.
        Promise.all([loadDrawer(), loadPhoto()]).catch(() => undefined);
      }),
    [],
  );
  return useLatch(props.id !== undefined) ? <Drawer {...props} /> : null;
};

/** One photo as large as the window. */
export const LazyImageModal = (props: ComponentProps<typeof Photo>) =>
  useLatch(props.shown !== undefined) ? <Photo {...props} /> : null;
