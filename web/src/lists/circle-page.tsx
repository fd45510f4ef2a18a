import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { PinsTable } from './pins-table.tsx';
import { TransferPanel } from './transfer-panel.tsx';
import { type ListedCircle, type UserCircles, useCirclesOf } from './user-circles.api.ts';
import { UserCirclesPage } from './user-circles-page.tsx';

interface ViewPinsProps {
  user: UserCircles;
  onOpen: (listed: ListedCircle) => void;
}

/** Opens the pins of the user's first circle (spec 2 /circle). */
const ViewPins = ({ user, onOpen }: ViewPinsProps) => {
  const first = useCirclesOf(user).circles?.[0];
  return (
    <Button
      data-dense
      size="compact-sm"
      variant="default"
      aria-label={t('View Pins of {user}', { user: user.username })}
      disabled={!first}
      onClick={() => first && onOpen({ username: user.username, circle: first.circle })}
    >
      {t('View Pins')}
    </Button>
  );
};

/** Circles of users, read-only pins, and the transfer of a circle to another user. */
export const CirclePage = () => {
  const [open, setOpen] = useState<ListedCircle>();
  const close = () => setOpen(undefined);
  const mayTransfer = useMay('transferPins');
  return (
    <UserCirclesPage
      title={t('Circle Management')}
      onOpen={setOpen}
      action={(user) => <ViewPins user={user} onOpen={setOpen} />}
    >
      <Modal
        opened={open !== undefined}
        onClose={close}
        title={open ? t('Pins for {username} - {circle}', { ...open }) : ''}
        size="min(72rem, 94vw)"
      >
        {open ? (
          <>
            {mayTransfer ? <TransferPanel listed={open} onDone={close} /> : null}
            <PinsTable listed={open} />
          </>
        ) : null}
      </Modal>
    </UserCirclesPage>
  );
};
