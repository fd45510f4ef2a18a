import { ActionIcon, Drawer, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '../text/text.ts';

interface SideDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Open the neighbours in the list, also by the arrow keys; undefined at its ends. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Width in px, at most the screen's. */
  width?: number;
  children: ReactNode;
}

/** False where a dialog above the drawer (a question, a photo) handles Escape. */
const isOwnEscape = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return true;
  const dialog = target.closest('[aria-modal="true"]');
  const isTaken = target.getAttribute('data-mantine-stop-propagation') === 'true';
  return !isTaken && (dialog === null || dialog.hasAttribute('data-side-drawer'));
};

const typesText = 'input, textarea, select, [contenteditable="true"], [role="slider"]';

/** A drawer for details; the list behind keeps its scroll position. */
export const SideDrawer = ({
  isOpen,
  onClose,
  title,
  onPrevious,
  onNext,
  width = 560,
  children,
}: SideDrawerProps) => {
  const hasNeighbours = Boolean(onPrevious || onNext);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isOwnEscape(event.target)) onClose();
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(typesText)) return;
      const isMirrored = document.documentElement.dir === 'rtl';
      const [left, right] = isMirrored ? [onNext, onPrevious] : [onPrevious, onNext];
      const step = { ArrowLeft: left, ArrowRight: right }[event.key];
      if (!step) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, onClose, onPrevious, onNext]);

  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={`min(${width}px, 100vw)`}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content data-side-drawer>
        <Drawer.Header role="presentation">
          <Drawer.Title fw={600}>{title}</Drawer.Title>
          <Group gap={4} wrap="nowrap">
            {hasNeighbours ? (
              <>
                <ActionIcon aria-label={t('Previous')} disabled={!onPrevious} onClick={onPrevious}>
                  <IconChevronLeft size={18} />
                </ActionIcon>
                <ActionIcon aria-label={t('Next')} disabled={!onNext} onClick={onNext}>
                  <IconChevronRight size={18} />
                </ActionIcon>
              </>
            ) : null}
            <Drawer.CloseButton aria-label={t('Close')} iconSize={20} />
          </Group>
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};
