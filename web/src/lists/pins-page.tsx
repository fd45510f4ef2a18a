import { Button, Modal } from '@mantine/core';
import type { AssignedPin } from '@survey/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIsOurServer } from '../api/capabilities.ts';
import { msg, t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText } from '../ui/error-text.ts';
import { outcomeText } from '../ui/outcome.ts';
import { toast } from '../ui/toasts.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { AddPinForm } from './add-pin-form.tsx';
import { useDeletePin } from './pins.api.ts';
import { PinsTable } from './pins-table.tsx';
import type { ListedCircle } from './user-circles.api.ts';
import { UserCirclesPage } from './user-circles-page.tsx';

const deleteWords = { refused: msg('Failed to delete pin'), broke: msg('Error deleting pin') };

const PinsOfCircle = ({ listed }: { listed: ListedCircle }) => {
  const [isAdding, setAdding] = useState(false);
  const deletion = useDeletePin(listed);
  const isOurs = useIsOurServer();

  const remove = async (pin: AssignedPin) => {
    const isSure = await confirm({
      title: t('Delete pin {pin}', { pin: pin.pin }),
      message: t('Are you sure you want to delete this pin?'),
      consequence: isOurs
        ? t('1 pin leaves the list of {username}. The unit and its reports stay.', {
            username: listed.username,
          })
        : undefined,
      confirmLabel: t('Delete'),
      isHarmful: true,
    });
    if (!isSure) return;
    try {
      const done = await deletion.mutateAsync(pin);
      toastWithUndo(doneText(done) || t('Pin {pin} deleted', { pin: pin.pin }), done);
    } catch (error) {
      toast.error(outcomeText(error, deleteWords));
    }
  };

  return (
    <>
      {isAdding ? (
        <AddPinForm listed={listed} onClose={() => setAdding(false)} />
      ) : (
        <Button
          mb="sm"
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setAdding(true)}
        >
          {t('Add New Pin')}
        </Button>
      )}
      <PinsTable listed={listed} onDelete={(pin) => void remove(pin)} />
    </>
  );
};

/** The pins on every user's list: view, add, delete, remove a circle (spec 2 /Pins). */
export const PinsPage = () => {
  const [open, setOpen] = useState<ListedCircle>();
  return (
    <UserCirclesPage title={t('Pins Management')} onOpen={setOpen}>
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? t('Pins for {username} - {circle}', { ...open }) : ''}
        size="min(72rem, 94vw)"
      >
        {open ? <PinsOfCircle listed={open} /> : null}
      </Modal>
    </UserCirclesPage>
  );
};
