import { Text } from '@mantine/core';
import { limits, type MobileUser } from '@survey/contract';
import type { ReactNode } from 'react';
import { useIsOurServer } from '../api/capabilities.ts';
import { known, t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatAgo, formatInstant, formatNumber } from '../ui/format.ts';
import { LatinText } from '../ui/latin-text.tsx';
import { PaginationBar } from '../ui/pagination-bar.tsx';
import { PersonCell } from '../ui/person-cell.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { createdText } from './created-text.ts';

const lastSeen = ({ last_seen }: MobileUser, zone: string | undefined) => {
  if (last_seen === undefined) return '';
  return last_seen === null ? (
    <Text inherit c="dimmed">
      {t('never')}
    </Text>
  ) : (
    <time dateTime={last_seen} title={formatInstant(new Date(last_seen), zone)}>
      {formatAgo(new Date(last_seen))}
    </time>
  );
};

const pinsLeft = ({ pins_total, pins_left }: MobileUser) =>
  pins_total === undefined || pins_left === undefined
    ? ''
    : t('{part} of {whole}', { part: formatNumber(pins_left), whole: formatNumber(pins_total) });

/** What only our server knows of a user. */
const extraColumns = (zone: string | undefined): Column<MobileUser>[] => [
  { key: 'pins', header: t('Pins left'), cell: pinsLeft, align: 'right', width: 112 },
  { key: 'seen', header: t('Last seen'), cell: (user) => lastSeen(user, zone), width: 120 },
];

const columnsWith = (
  actions: (user: MobileUser) => ReactNode,
  hasExtras: boolean,
  zone: string | undefined,
): Column<MobileUser>[] => [
  {
    key: 'username',
    header: t('Username'),
    cell: ({ username, name }) => <PersonCell username={username} name={name} isActive />,
    isPinned: true,
    width: 154,
  },
  {
    key: 'designation',
    header: t('Designation'),
    cell: (user) => known(user.designation),
    width: 108,
  },
  {
    key: 'phonenumber',
    header: t('Phone'),
    cell: (user) => <LatinText>{user.phonenumber}</LatinText>,
    width: 126,
  },
  {
    key: 'email',
    header: t('Email'),
    cell: (user) => (
      <span title={user.email}>
        <LatinText>{user.email}</LatinText>
      </span>
    ),
    width: 136,
  },
  {
    key: 'cnic',
    header: t('CNIC'),
    cell: (user) => <LatinText>{user.cnic}</LatinText>,
    width: 152,
  },
  ...(hasExtras ? extraColumns(zone) : []),
  {
    key: 'created',
    header: t('Created'),
    cell: ({ created_at }) => <bdi>{createdText(created_at, zone)}</bdi>,
    width: 108,
  },
  {
    key: 'actions',
    header: t('Actions'),
    cell: actions,
    isPinned: 'right',
    align: 'right',
    width: 128,
  },
];

interface UsersTableProps {
  title: string;
  /** Those that the search found. */
  users: readonly MobileUser[] | undefined;
  /** How many there are without the search. */
  total: number;
  /** The username of the row that is marked. */
  marked: string | undefined;
  page: number;
  onPage: (page: number) => void;
  actions: (user: MobileUser) => ReactNode;
  empty: ReactNode;
}

/** Active or blocked users, ten to a page (spec 9). */
export const UsersTable = ({
  title,
  users,
  total,
  marked,
  page,
  onPage,
  actions,
  empty,
}: UsersTableProps) => {
  const hasExtras = useIsOurServer();
  const zone = useTimeZone();
  const size = limits.usersPageSize;
  const lastPage = Math.max(1, Math.ceil((users?.length ?? 0) / size));
  const shown = Math.min(page, lastPage);
  return (
    <DataTable
      label={t('{title}: list', { title })}
      columns={columnsWith(actions, hasExtras, zone)}
      rows={users?.slice((shown - 1) * size, shown * size)}
      rowKey={({ id }, index) => id ?? `row-${index}`}
      isSelected={({ username }) => username === marked}
      skeletonRows={size}
      empty={empty}
      toolbar={
        <Text component="h2" fw={600} size="md">
          {title}
          {users ? (
            <Text span c="dimmed" size="sm" ms="xs">
              {users.length === total
                ? t('{count, plural, one {# user} other {# users}}', { count: total })
                : t('{shown} of {count, plural, one {# user} other {# users}}', {
                    shown: formatNumber(users.length),
                    count: total,
                  })}
            </Text>
          ) : null}
        </Text>
      }
      footer={
        lastPage > 1 ? (
          <PaginationBar
            label={t('Pages of {title}', { title })}
            page={shown}
            lastPage={lastPage}
            onPage={onPage}
          />
        ) : null
      }
    />
  );
};
