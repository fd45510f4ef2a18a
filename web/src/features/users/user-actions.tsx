import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { MobileUser } from '@survey/contract';
import { IconDots, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { errorText } from '../../api/api-error.ts';
import { useCan } from '../../api/capabilities.ts';
import { confirm } from '../../ui/confirm.tsx';
import { formatCount } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { useChangeStatus, useDeleteUser } from './users.api.ts';

interface UserActionsProps {
  user: MobileUser;
  onEdit: (user: MobileUser) => void;
  onResetPassword: (user: MobileUser) => void;
}

const pinsOf = ({ pins_total }: MobileUser) =>
  pins_total === undefined ? 'their pins' : formatCount(pins_total, 'pin');

/** Block or unblock, and what is rarer behind the dots. Each asks first (section 8). */
export const UserActions = ({ user, onEdit, onResetPassword }: UserActionsProps) => {
  const changeStatus = useChangeStatus();
  const remove = useDeleteUser();
  const canEdit = useCan('editUser');
  const canReset = useCan('resetUserPassword');
  const verb = user.status ? 'block' : 'unblock';

  const change = async () => {
    const isSure = await confirm({
      title: user.status ? `Block ${user.username}` : `Unblock ${user.username}`,
      message: `Are you sure you want to ${verb} this user?`,
      consequence: user.status
        ? `${user.name} is signed out at once; ${pinsOf(user)} stay on the list.`
        : `${user.name} can sign in again.`,
      confirmLabel: user.status ? 'Block' : 'Unblock',
      isHarmful: user.status,
    });
    if (!isSure) return;
    try {
      const { message } = await changeStatus.mutateAsync({
        body: { user_id: user.id, status: !user.status },
      });
      toast.success(message || `User ${verb}ed`);
    } catch (error) {
      toast.error(errorText(error, 'Failed to update user status'));
    }
  };

  const destroy = async () => {
    const isSure = await confirm({
      title: `Delete ${user.username}`,
      message: 'Are you sure you want to delete this user? This action cannot be undone.',
      consequence: `${user.name} loses all circles and ${pinsOf(user)}. Reports stay.`,
      confirmLabel: 'Delete',
      isHarmful: true,
    });
    if (!isSure) return;
    try {
      const { message } = await remove.mutateAsync({ body: { user_id: user.id } });
      toast.success(message || 'User deleted');
    } catch (error) {
      toast.error(errorText(error, 'Failed to delete user'));
    }
  };

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        data-dense
        size="compact-sm"
        variant="default"
        aria-label={`${user.status ? 'Block' : 'Unblock'} ${user.username}`}
        onClick={() => void change()}
      >
        {user.status ? 'Block' : 'Unblock'}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon data-dense variant="subtle" aria-label={`More actions for ${user.username}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit ? (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(user)}>
              Edit
            </Menu.Item>
          ) : null}
          {canReset ? (
            <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onResetPassword(user)}>
              Reset password
            </Menu.Item>
          ) : null}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => void destroy()}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};
