import { ActionIcon, Group, Modal, Text } from '@mantine/core';
import type { PropertyReport } from '@survey/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../text/text.ts';
import { photoUrl } from '../photos.ts';
import { isSameId } from '../report.api.ts';
import classes from './image-modal.module.css';
import { NoPhoto } from './no-photo.tsx';
import { PhotoTools } from './photo-tools.tsx';
import { useRotation } from './use-rotation.ts';
import { useZoom } from './use-zoom.ts';

interface ImageModalProps {
  /** The reports whose photos the arrow keys step through. */
  reports: readonly PropertyReport[];
  /** The report whose photo is shown; undefined while closed. */
  shown: PropertyReport | undefined;
  onShow: (report: PropertyReport | undefined) => void;
}

/** One photo as large as the window, with zoom and rotation, and the photos before and after it. */
export const ImageModal = ({ reports, shown, onShow }: ImageModalProps) => {
  const [broken, setBroken] = useState<string>();
  const path = shown?.picture_path ?? undefined;
  const { attach, ...zoom } = useZoom(path);
  const { degrees, isSideways, rotate } = useRotation(path);
  const withPhoto = reports.filter(({ picture_path }) => picture_path !== null);
  const at = withPhoto.findIndex(
    (report) => report === shown || isSameId(shown?.id ?? undefined, report.id),
  );
  const previous = at > 0 ? withPhoto[at - 1] : undefined;
  const next = at === -1 ? undefined : withPhoto[at + 1];
  const pin = shown?.pin ?? '';

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isMirrored = document.documentElement.dir === 'rtl';
    const [left, right] = isMirrored ? [next, previous] : [previous, next];
    const act = new Map([
      ['Escape', () => onShow(undefined)],
      ['ArrowLeft', () => left && onShow(left)],
      ['ArrowRight', () => right && onShow(right)],
      ['k', () => previous && onShow(previous)],
      ['j', () => next && onShow(next)],
      ['+', zoom.zoomIn],
      ['=', zoom.zoomIn],
      ['-', zoom.zoomOut],
      ['0', zoom.reset],
      ['r', () => rotate(1)],
      ['R', () => rotate(-1)],
    ]).get(event.key);
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  const isOpen = shown !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    // In the capture phase, before the drawer and the table behind get the keys.
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isOpen]);

  return (
    <Modal.Root
      opened={isOpen}
      onClose={() => onShow(undefined)}
      closeOnEscape={false}
      fullScreen
      padding={0}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Content
        className={classes.content}
        aria-label={shown ? t('Photo of pin {pin}', { pin }) : t('Photo')}
      >
        <Modal.Body className={classes.body}>
          <Group className={classes.bar} justify="space-between">
            <div className={classes.caption}>
              <Text fw={600}>{t('PIN {pin}', { pin })}</Text>
              <Text size="sm" c="dimmed">
                <bdi>{shown?.circle}</bdi> · <bdi>{shown?.capture_time}</bdi>
                {at === -1
                  ? ''
                  : ` · ${t('{at} of {total}', {
                      at: String(at + 1),
                      total: String(withPhoto.length),
                    })}`}
              </Text>
            </div>
            <PhotoTools zoom={zoom} onRotate={rotate} onClose={() => onShow(undefined)} />
          </Group>
          <div className={classes.stage}>
            <div ref={attach} className={classes.frame}>
              {path && broken !== path ? (
                <img
                  key={path}
                  className={classes.image}
                  src={photoUrl(path)}
                  alt={t('Pin {pin}', { pin })}
                  draggable={false}
                  data-zoomed={zoom.canZoomOut || undefined}
                  data-aside={isSideways || undefined}
                  style={{ transform: `${zoom.transform} rotate(${degrees}deg)` }}
                  onError={() => setBroken(path)}
                />
              ) : (
                <div className={classes.none}>
                  <NoPhoto path={path} />
                </div>
              )}
            </div>
            <ActionIcon
              className={classes.previous}
              variant="default"
              size={44}
              radius="xl"
              aria-label={t('Previous image')}
              disabled={!previous}
              onClick={() => onShow(previous)}
            >
              <IconChevronLeft size={22} />
            </ActionIcon>
            <ActionIcon
              className={classes.next}
              variant="default"
              size={44}
              radius="xl"
              aria-label={t('Next image')}
              disabled={!next}
              onClick={() => onShow(next)}
            >
              <IconChevronRight size={22} />
            </ActionIcon>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
