import { ActionIcon, Group, Modal, Text } from '@mantine/core';
import type { PropertyReport } from '@survey/contract';
import {
  IconChevronLeft,
  IconChevronRight,
  IconX,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { photoUrl } from '../api/photos.ts';
import classes from './image-modal.module.css';
import { useZoom } from './use-zoom.ts';

interface ImageModalProps {
  /** The reports whose photos can be gone through. */
  reports: readonly PropertyReport[];
  /** The one that is shown; undefined while closed. */
  shown: PropertyReport | undefined;
  onShow: (report: PropertyReport | undefined) => void;
}

/** One photo as large as the window, with zoom, and the photos before and after it. */
export const ImageModal = ({ reports, shown, onShow }: ImageModalProps) => {
  const [broken, setBroken] = useState<string>();
  const path = shown?.picture_path ?? undefined;
  const { attach, ...zoom } = useZoom(path);
  const withPhoto = reports.filter(({ picture_path }) => picture_path !== null);
  const at = withPhoto.findIndex(({ id }) => id === shown?.id);
  const previous = at > 0 ? withPhoto[at - 1] : undefined;
  const next = at === -1 ? undefined : withPhoto[at + 1];

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = new Map([
      ['Escape', () => onShow(undefined)],
      ['ArrowLeft', () => previous && onShow(previous)],
      ['ArrowRight', () => next && onShow(next)],
      ['+', zoom.zoomIn],
      ['=', zoom.zoomIn],
      ['-', zoom.zoomOut],
      ['0', zoom.reset],
    ]).get(event.key);
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  const isOpen = shown !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    // Caught on the way down, so that neither the drawer nor the table behind takes the keys.
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
        aria-label={shown ? `Photo of pin ${shown.pin}` : 'Photo'}
      >
        <Modal.Body className={classes.body}>
          <Group className={classes.bar} justify="space-between" wrap="nowrap">
            <div className={classes.caption}>
              <Text fw={600}>PIN {shown?.pin}</Text>
              <Text size="sm" c="dimmed">
                <bdi>{shown?.circle}</bdi> · {shown?.capture_time}
                {at === -1 ? '' : ` · ${at + 1} of ${withPhoto.length}`}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap">
              <ActionIcon aria-label="Zoom out" disabled={!zoom.canZoomOut} onClick={zoom.zoomOut}>
                <IconZoomOut size={20} />
              </ActionIcon>
              <Text size="sm" w={44} ta="center" role="status" aria-label="Zoom">
                {Math.round(zoom.scale * 100)}%
              </Text>
              <ActionIcon aria-label="Zoom in" disabled={!zoom.canZoomIn} onClick={zoom.zoomIn}>
                <IconZoomIn size={20} />
              </ActionIcon>
              <ActionIcon aria-label="Reset zoom" disabled={!zoom.canZoomOut} onClick={zoom.reset}>
                <IconZoomReset size={20} />
              </ActionIcon>
              <ActionIcon aria-label="Close" data-autofocus onClick={() => onShow(undefined)}>
                <IconX size={20} />
              </ActionIcon>
            </Group>
          </Group>
          <div className={classes.stage}>
            <div ref={attach} className={classes.frame}>
              {path && broken !== path ? (
                <img
                  key={path}
                  className={classes.image}
                  src={photoUrl(path)}
                  alt={`Pin ${shown?.pin}`}
                  draggable={false}
                  data-zoomed={zoom.canZoomOut || undefined}
                  style={{ transform: zoom.transform }}
                  onError={() => setBroken(path)}
                />
              ) : (
                <Text c="dimmed">No Image Available</Text>
              )}
            </div>
            <ActionIcon
              className={classes.previous}
              variant="default"
              size={44}
              radius="xl"
              aria-label="Previous image"
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
              aria-label="Next image"
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
