import { Button, Modal } from '@mantine/core';
import type { AssignedPin } from '@survey/contract';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan, useIsOurServer, useMay } from '../api/capabilities.ts';
import { msg, t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText } from '../ui/error-text.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { outcomeText } from '../ui/outcome.ts';
import { toast } from '../ui/toasts.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { AddPinForm } from './add-pin-form.tsx';
import { useDeletePin } from './pins.api.ts';
import { PinsTable } from './pins-table.tsx';
import type { UnitKey } from './unit.api.ts';
import type { ListedCircle } from './user-circles.api.ts';
import { UserCirclesPage } from './user-circles-page.tsx';

const deleteWords = { refused: msg('Failed to delete pin'), broke: msg('Error deleting pin') };

/** Fetched when a unit is corrected, which is seldom. */
const UnitModal = lazyWithRetry(async () => (await import('./unit-modal.tsx')).UnitModal);

interface PinsOfCircleProps {
  listed: ListedCircle;
  /** Undefined where the backend cannot correct units. */
  onCorrect: ((pin: AssignedPin) => void) | undefined;
}

const PinsOfCircle = ({ listed, onCorrect }: PinsOfCircleProps) => {
  const [isAdding, setAdding] = useState(false);
  const [hasAdded, setHasAdded] = useState(false);
  const deletion = useDeletePin(listed);
  const isOurs = useIsOurServer();
  const mayAdd = useMay('addPin');
  const mayDelete = useMay('deletePin');

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
        <AddPinForm
          listed={listed}
          onClose={() => {
            setAdding(false);
            setHasAdded(true);
          }}
        />
      ) : null}
      {mayAdd && !isAdding ? (
        <Button
          mb="sm"
          variant="default"
          // The form that had the focus is gone.
          autoFocus={hasAdded}
          leftSection={<IconPlus size={16} />}
          onClick={() => setAdding(true)}
        >
          {t('Add New Pin')}
        </Button>
      ) : null}
      <PinsTable
        listed={listed}
        onDelete={mayDelete ? (pin) => void remove(pin) : undefined}
        onCorrect={onCorrect}
      />
    </>
  );
};

/** The pins on every user's list: view, add, delete, remove a circle (spec 2 /Pins). */
export const PinsPage = () => {
  const [open, setOpen] = useState<ListedCircle>();
  /** `null`: the dialog asks which unit. */
  const [unit, setUnit] = useState<UnitKey | null>();
  const canCorrect = useCan('correctUnit');
  return (
    <UserCirclesPage
      title={t('Pins Management')}
      onOpen={setOpen}
      pageAction={
        canCorrect ? (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} />}
            onClick={() => setUnit(null)}
          >
            {t('Correct or withdraw a unit')}
          </Button>
        ) : null
      }
    >
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? t('Pins for {username} - {circle}', { ...open }) : ''}
        size="min(72rem, 94vw)"
      >
        {open ? (
          <PinsOfCircle
            listed={open}
            onCorrect={canCorrect ? ({ pin }) => setUnit({ circle: open.circle, pin }) : undefined}
          />
        ) : null}
      </Modal>
      {unit === undefined ? null : (
        <UnitModal unit={unit ?? undefined} onClose={() => setUnit(undefined)} />
      )}
    </UserCirclesPage>
  );
};
