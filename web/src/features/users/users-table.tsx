import { Text } from '@mantine/core';
import { limits, type MobileUser } from '@survey/contract';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatAgo, formatCount, formatNumber } from '../../ui/format.ts';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { Panel } from '../../ui/panel.tsx';

const lastSeen = ({ last_seen }: MobileUser) => {
  if (last_seen === undefined) return '';
  return last_seen === null ? (
    <Text inherit c="dimmed">
      never
    </Text>
  ) : (
    <time dateTime={last_seen} title={new Date(last_seen).toLocaleString()}>
      {formatAgo(new Date(last_seen))}
    </time>
  );
};

const pinsLeft = ({ pins_total, pins_left }: MobileUser) =>
  pins_total === undefined || pins_left === undefined
    ? ''
    : `${formatNumber(pins_left)} of ${formatNumber(pins_total)}`;

const columnsWith = (actions: (user: MobileUser) => ReactNode): Column<MobileUser>[] => [
  {
    key: 'username',
    header: 'Username',
    cell: (user) => user.username,
    isPinned: true,
    minWidth: 130,
  },
  { key: 'name', header: 'Name', cell: (user) => <bdi>{user.name}</bdi>, minWidth: 140 },
  { key: 'designation', header: 'Designation', cell: (user) => user.designation },
  { key: 'phonenumber', header: 'Phone', cell: (user) => user.phonenumber, minWidth: 120 },
  { key: 'email', header: 'Email', cell: (user) => user.email, maxWidth: 240 },
  { key: 'cnic', header: 'CNIC', cell: (user) => user.cnic, minWidth: 150 },
  { key: 'pins', header: 'Pins left', cell: pinsLeft, align: 'right', minWidth: 110 },
  { key: 'seen', header: 'Last seen', cell: lastSeen, minWidth: 120 },
  {
    key: 'created',
    header: 'Created',
    cell: ({ created_at }) => (created_at ? new Date(created_at).toLocaleDateString('en-GB') : ''),
    minWidth: 100,
  },
  { key: 'actions', header: 'Actions', cell: actions, isPinned: 'right', align: 'right' },
];

interface UsersTableProps {
  title: string;
  users: readonly MobileUser[] | undefined;
  page: number;
  onPage: (page: number) => void;
  actions: (user: MobileUser) => ReactNode;
  empty: ReactNode;
}

/** Active or blocked users, ten to a page (section 9). */
export const UsersTable = ({ title, users, page, onPage, actions, empty }: UsersTableProps) => {
  const size = limits.usersPageSize;
  const lastPage = Math.max(1, Math.ceil((users?.length ?? 0) / size));
  const shown = Math.min(page, lastPage);
  return (
    <Panel title={title} aside={users ? formatCount(users.length, 'user') : null}>
      <DataTable
        label={title}
        columns={columnsWith(actions)}
        rows={users?.slice((shown - 1) * size, shown * size)}
        rowKey={(user) => user.id}
        skeletonRows={size}
        empty={empty}
        footer={
          lastPage > 1 ? (
            <PaginationBar
              label={`Pages of ${title}`}
              page={shown}
              lastPage={lastPage}
              onPage={onPage}
            />
          ) : null
        }
      />
    </Panel>
  );
};
