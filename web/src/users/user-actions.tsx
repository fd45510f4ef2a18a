import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { MobileUser } from '@survey/contract';
import {
  IconChartBar,
  IconDots,
  IconKey,
  IconPencil,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan, useIsOurServer, useMay } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { toast } from '../ui/toasts.ts';
import { useChangeStatus, useDeleteUser } from './users.api.ts';

interface UserActionsProps {
  user: MobileUser;
  onEdit: (user: MobileUser) => void;
  onResetPassword: (user: MobileUser) => void;
  onSetUpPhone: (user: MobileUser) => void;
}

/** What our server does to a user who is blocked or unblocked. */
const statusConsequence = ({ status, name, pins_total = 0 }: MobileUser): string =>
  status
    ? t(
        '{name} is signed out at once; {count, plural, one {# pin stays} other {# pins stay}} on the list.',
        { name, count: pins_total },
      )
    : t('{name} can sign in again.', { name });

/** Block or unblock, and the other actions in a menu. Each asks first (spec 8). */
export const UserActions = ({ user, onEdit, onResetPassword, onSetUpPhone }: UserActionsProps) => {
  const changeStatus = useChangeStatus();
  const remove = useDeleteUser();
  const canEdit = useCan('editUser');
  const canReset = useCan('resetUserPassword');
  const canSetUp = useCan('setUpPhones') && user.status;
  const canSeeWork = useCan('surveyorWork');
  const mayBlock = useMay('changeUserStatus');
  const mayDelete = useMay('deleteUser');
  const isOurs = useIsOurServer();
  const blockLabel = user.status ? t('Block') : t('Unblock');

  const change = async () => {
    const isSure = await confirm({
      title: user.status
        ? t('Block {user}', { user: user.username })
        : t('Unblock {user}', { user: user.username }),
      message: user.status
        ? t('Are you sure you want to block this user?')
        : t('Are you sure you want to unblock this user?'),
      consequence: isOurs ? statusConsequence(user) : undefined,
      confirmLabel: blockLabel,
      isHarmful: user.status,
    });
    if (!isSure) return;
    try {
      const done = await changeStatus.mutateAsync({
        body: { user_id: user.id, status: !user.status },
      });
      toast.success(doneText(done) || (user.status ? t('User blocked') : t('User unblocked')));
    } catch (error) {
      toast.error(errorText(error, t('Failed to update user status')));
    }
  };

  const destroy = async () => {
    const isSure = await confirm({
      title: t('Delete {user}', { user: user.username }),
      message: t('Are you sure you want to delete this user? This action cannot be undone.'),
      consequence: isOurs
        ? t(
            '{name} loses all circles and {count, plural, one {# pin} other {# pins}}. Reports stay.',
            { name: user.name, count: user.pins_total ?? 0 },
          )
        : undefined,
      confirmLabel: t('Delete'),
      isHarmful: true,
    });
    if (!isSure) return;
    try {
      const done = await remove.mutateAsync({ body: { user_id: user.id } });
      toast.success(doneText(done) || t('User deleted'));
    } catch (error) {
      toast.error(errorText(error, t('Failed to delete user')));
    }
  };

  // A user without an id cannot be named to the backend.
  if (user.id === null) return null;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {mayBlock ? (
        <Button
          data-dense
          size="compact-sm"
          variant="default"
          aria-label={`${blockLabel} ${user.username}`}
          onClick={() => void change()}
        >
          {blockLabel}
        </Button>
      ) : null}
      {canSeeWork || canEdit || canSetUp || canReset || mayDelete ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              data-dense
              variant="subtle"
              aria-label={t('More actions for {user}', { user: user.username })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canSeeWork ? (
              <Menu.Item
                leftSection={<IconChartBar size={16} />}
                renderRoot={(props) => (
                  <Link to="/surveyor" search={{ username: user.username }} {...props} />
                )}
              >
                {t('Work of the surveyor')}
              </Menu.Item>
            ) : null}
            {canEdit ? (
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(user)}>
                {t('Edit')}
              </Menu.Item>
            ) : null}
            {canSetUp ? (
              <Menu.Item leftSection={<IconQrcode size={16} />} onClick={() => onSetUpPhone(user)}>
                {t('Phone set-up')}
              </Menu.Item>
            ) : null}
            {canReset ? (
              <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onResetPassword(user)}>
                {t('Reset password')}
              </Menu.Item>
            ) : null}
            {mayDelete ? (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => void destroy()}
              >
                {t('Delete')}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  );
};
