import { ActionIcon, Group, Text } from '@mantine/core';
import {
  IconRotate2,
  IconRotateClockwise2,
  IconX,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { t } from '../../text/text.ts';
import { formatShare } from '../../ui/format.ts';
import type { useZoom } from './use-zoom.ts';

interface PhotoToolsProps {
  zoom: Omit<ReturnType<typeof useZoom>, 'attach'>;
  onRotate: (by: 1 | -1) => void;
  onClose: () => void;
}

/** Zoom, rotation and close of the large photo. */
export const PhotoTools = ({ zoom, onRotate, onClose }: PhotoToolsProps) => (
  <Group gap={4} wrap="nowrap">
    <ActionIcon
      aria-label={t('Zoom out')}
      title={t('Zoom out')}
      disabled={!zoom.canZoomOut}
      onClick={zoom.zoomOut}
    >
      <IconZoomOut size={20} />
    </ActionIcon>
    <Text
      size="sm"
      w={44}
      ta="center"
      role="status"
      aria-label={t('Zoom')}
      visibleFrom="xs"
      dir="ltr"
    >
      {zoom.scale === 1 ? formatShare(1, 1) : `${Math.round(zoom.scale * 100)}%`}
    </Text>
    <ActionIcon
      aria-label={t('Zoom in')}
      title={t('Zoom in')}
      disabled={!zoom.canZoomIn}
      onClick={zoom.zoomIn}
    >
      <IconZoomIn size={20} />
    </ActionIcon>
    <ActionIcon
      aria-label={t('Reset zoom')}
      title={t('Reset zoom')}
      disabled={!zoom.canZoomOut}
      onClick={zoom.reset}
    >
      <IconZoomReset size={20} />
    </ActionIcon>
    <ActionIcon
      visibleFrom="xs"
      aria-label={t('Turn photo left')}
      title={t('Turn photo left')}
      onClick={() => onRotate(-1)}
    >
      <IconRotate2 size={20} />
    </ActionIcon>
    <ActionIcon
      aria-label={t('Turn photo right')}
      title={t('Turn photo right')}
      onClick={() => onRotate(1)}
    >
      <IconRotateClockwise2 size={20} />
    </ActionIcon>
    <ActionIcon aria-label={t('Close')} title={t('Close')} data-autofocus onClick={onClose}>
      <IconX size={20} />
    </ActionIcon>
  </Group>
);
