import { Button, Group } from '@mantine/core';
import { IconArrowsSplit2, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan, useMay } from '../api/capabilities.ts';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatNumber } from '../ui/format.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { PersonCell } from '../ui/person-cell.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { VirtualTable } from '../ui/virtual-table.tsx';
import { AssignSeveralModal } from './assign-several-modal.tsx';
import { findUserCircles, matchingCircles } from './find-user-circles.ts';
import { ManageCirclesModal } from './manage-circles-modal.tsx';
import { type UserCircles, useUserCircles } from './user-circles.api.ts';

/** Fetched when a circle is split, which is seldom. */
const SplitCircleModal = lazyWithRetry(
  async () => (await import('./split/split-circle-modal.tsx')).SplitCircleModal,
);

const readState = (raw: Record<string, string | undefined>) => ({ search: raw.search ?? '' });

const sum = (user: UserCircles, count: 'used' | 'total') =>
  user.circles?.reduce((all, one) => all + (one[count] ?? 0), 0);

const countColumns = (): Column<UserCircles>[] => [
  {
    key: 'circles',
    header: t('Circles'),
    align: 'right',
    cell: ({ circles }) => (circles ? formatNumber(circles.length) : ''),
  },
  {
    key: 'pins',
    header: t('Pins USED / all'),
    align: 'right',
    cell: (user) =>
      user.circles
        ? `${formatNumber(sum(user, 'used') ?? 0)} / ${formatNumber(sum(user, 'total') ?? 0)}`
        : '',
  },
];

/** What the search found of a user's circles: their number alone would not say why somebody is listed. */
const matchColumn = (search: string): Column<UserCircles> => ({
  key: 'matching',
  header: t('Matching circles'),
  minWidth: 180,
  cell: (user) => <bdi>{matchingCircles(user, search).join(', ')}</bdi>,
});

const manageColumn = (onManage: (user: UserCircles) => void): Column<UserCircles> => ({
  key: 'actions',
  header: t('Actions'),
  align: 'right',
  isPinned: 'right',
  cell: (user) => (
    <Button
      data-dense
      size="compact-sm"
      variant="default"
      aria-label={t('Manage Circles of {user}', { user: user.username })}
      onClick={() => onManage(user)}
    >
      {t('Manage Circles')}
    </Button>
  ),
});

/** @param isCounted whether the backend answers the circles with the users */
const columnsWith = (
  onManage: ((user: UserCircles) => void) | undefined,
  isCounted: boolean,
  search: string,
): Column<UserCircles>[] => [
  {
    key: 'username',
    header: t('Username'),
    isPinned: true,
    minWidth: 140,
    cell: (user) => <PersonCell {...user} />,
  },
  ...(isCounted && search.trim() ? [matchColumn(search)] : []),
  ...(isCounted ? countColumns() : []),
  ...(onManage ? [manageColumn(onManage)] : []),
];

/** Assigns and removes circles of users (spec 2 /assign). Opens without a token, then empty. */
export const AssignPage = () => {
  const [{ search }, change] = useUrlState(readState);
  const [managed, setManaged] = useState<string>();
  const [isAssigning, setAssigning] = useState(false);
  const isSignedIn = useSession() !== undefined;
  const [isSplitting, setSplitting] = useState(false);
  const canSplit = useCan('splitCircle');
  const canAssignSeveral = useCan('assignCircleToUsers');
  const isCounted = useCan('userCircles');
  const mayManage = useMay('storeCirclePins');
  const mayCreate = useMay('mobileSignup');
  const onManage = ({ username }: UserCircles) => setManaged(username);
  const users = useUserCircles();
  const user = users.data?.find(({ username }) => username === managed);
  const found = isSignedIn ? users.data && findUserCircles(users.data, search) : [];

  return (
    <Page
      title={t('User Circle Management')}
      action={
        canAssignSeveral ? (
          <Group gap="xs">
            {canSplit ? (
              <Button
                variant="default"
                leftSection={<IconArrowsSplit2 size={16} />}
                disabled={!users.data?.length}
                onClick={() => setSplitting(true)}
              >
                {t('Split a circle')}
              </Button>
            ) : null}
            <Button
              leftSection={<IconUsersPlus size={16} />}
              disabled={!users.data?.length}
              onClick={() => setAssigning(true)}
            >
              {t('Assign to several users')}
            </Button>
          </Group>
        ) : null
      }
      filters={
        <SearchBox
          label={isCounted ? t('Search users and circles') : t('Search users')}
          w={{ base: '100%', xs: 360 }}
          value={search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
      }
    >
      {users.isError && !users.data ? (
        <ErrorState title={t('Error loading users')} {...loadFailure(users)} />
      ) : (
        <VirtualTable
          label={t('Users')}
          columns={columnsWith(mayManage ? onManage : undefined, isCounted, search)}
          rows={found}
          rowKey={({ username }, index) => username || index}
          rowHeight={58}
          toolbar={
            found
              ? t('{count, plural, one {# user} other {# users}}', { count: found.length })
              : t('Loading users')
          }
          empty={
            <EmptyState
              title={isSignedIn ? t('No users found') : t('Sign in to see the users')}
              hint={
                !isSignedIn
                  ? undefined
                  : search
                    ? t('Nobody matches “{search}”.', { search })
                    : mayCreate && t('Create surveyors under Mobile Users first.')
              }
            />
          }
        />
      )}
      {user ? <ManageCirclesModal user={user} onClose={() => setManaged(undefined)} /> : null}
      {isAssigning ? (
        <AssignSeveralModal users={users.data ?? []} onClose={() => setAssigning(false)} />
      ) : null}
      {isSplitting ? (
        <SplitCircleModal users={users.data ?? []} onClose={() => setSplitting(false)} />
      ) : null}
    </Page>
  );
};
