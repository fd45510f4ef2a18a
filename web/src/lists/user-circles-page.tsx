import { Skeleton, Text } from '@mantine/core';
import { calls } from '@survey/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useCan, useMay } from '../api/capabilities.ts';
import { download } from '../api/client.ts';
import { msg, t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { doneText } from '../ui/error-text.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { outcomeText } from '../ui/outcome.ts';
import { Page } from '../ui/page.tsx';
import { PersonCell } from '../ui/person-cell.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SheetButton } from '../ui/sheet-button.tsx';
import { SplitBadges } from '../ui/split-badge.tsx';
import { toast } from '../ui/toasts.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { VirtualTable } from '../ui/virtual-table.tsx';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { CircleBadge } from './circle-badge.tsx';
import { findUserCircles } from './find-user-circles.ts';
import { useRemoveCircle } from './pins.api.ts';
import { useRemovalQuestion } from './removal-question.ts';
import {
  type ListedCircle,
  type UserCircles,
  useCirclesOf,
  useUserCircles,
} from './user-circles.api.ts';

const readState = (raw: Record<string, string | undefined>) => ({ search: raw.search ?? '' });

const removeWords = {
  refused: msg('Failed to delete circle assignment'),
  broke: msg('Error deleting circle assignment'),
};

interface BadgesProps {
  user: UserCircles;
  onOpen: (listed: ListedCircle) => void;
}

const CircleBadges = ({ user, onOpen }: BadgesProps) => {
  const { circles, hasFailed } = useCirclesOf(user);
  const removal = useRemoveCircle();
  const removalQuestion = useRemovalQuestion();
  const mayRemove = useMay('deleteCircle');
  const isAsking = useRef(false);
  const { username } = user;

  const ask = async (circle: string) =>
    confirm({ ...(await removalQuestion({ username, circle })), confirmLabel: t('Remove') });

  const remove = async (circle: string) => {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      if (!(await ask(circle))) return;
      const done = await removal.mutateAsync({ username, circle });
      toastWithUndo(doneText(done) || t('Circle {circle} removed successfully', { circle }), done);
    } catch (error) {
      toast.error(outcomeText(error, removeWords));
    } finally {
      isAsking.current = false;
    }
  };

  if (hasFailed) return <Text inherit>{t('Error loading circles')}</Text>;
  if (!circles) return <Skeleton height={20} width={180} />;
  if (circles.length === 0) {
    return (
      <Text inherit c="dimmed">
        {t('No circles assigned')}
      </Text>
    );
  }
  return (
    <SplitBadges>
      {circles.map((one) => (
        <CircleBadge
          key={one.circle}
          username={username}
          circle={one}
          onOpen={() => onOpen({ username, circle: one.circle })}
          onRemove={mayRemove ? () => void remove(one.circle) : undefined}
        />
      ))}
    </SplitBadges>
  );
};

interface UserCirclesPageProps {
  title: string;
  onOpen: (listed: ListedCircle) => void;
  /** A further column with an action of the screen. */
  action?: (user: UserCircles) => ReactNode;
  /** An action of the screen as a whole. */
  pageAction?: ReactNode;
  children?: ReactNode;
}

/** The table of users and their circles on /Pins and /circle (spec 2). */
export const UserCirclesPage = ({
  title,
  onOpen,
  action,
  pageAction,
  children,
}: UserCirclesPageProps) => {
  const [{ search }, change] = useUrlState(readState);
  const [isSearched, setSearched] = useState(search !== '');
  const users = useUserCircles();
  const hasSheets = useCan('exportCircles');
  const mayCreate = useMay('mobileSignup');
  const found = users.data && findUserCircles(users.data, search);
  const columns: Column<UserCircles>[] = [
    {
      key: 'username',
      header: t('Username'),
      isPinned: true,
      minWidth: 120,
      cell: (user) => <PersonCell {...user} />,
    },
    {
      key: 'circles',
      header: t('Assigned Circles'),
      minWidth: 220,
      cell: (user) => <CircleBadges user={user} onOpen={onOpen} />,
    },
  ];
  if (action) columns.push({ key: 'action', header: t('Actions'), cell: action, align: 'right' });

  return (
    <Page
      title={title}
      action={
        <>
          {hasSheets ? (
            <SheetButton
              fileName="circles.xlsx"
              load={(language) =>
                download(calls.exportCircles, { query: { format: 'xlsx', language } })
              }
            />
          ) : null}
          {pageAction}
        </>
      }
      filters={
        <SearchBox
          label={t('Search users and circles')}
          w={{ base: '100%', xs: 360 }}
          value={search}
          onChange={(text) => {
            change({ search: text }, { replace: isSearched });
            setSearched(true);
          }}
        />
      }
    >
      {users.isError && !users.data ? (
        <ErrorState title={t('Error loading users')} {...loadFailure(users)} />
      ) : (
        <VirtualTable
          label={t('User Circles')}
          columns={columns}
          rows={found}
          rowKey={({ username }, index) => username || index}
          rowHeight={58}
          toolbar={
            <Text component="h2" fw={600} size="md">
              {t('User Circles')}
              {found ? (
                <Text span c="dimmed" size="sm" ms="xs">
                  {t('{count, plural, one {# user} other {# users}}', { count: found.length })}
                </Text>
              ) : null}
            </Text>
          }
          empty={
            search ? (
              <EmptyState
                title={t('No users found')}
                hint={t('Nobody and no circle matches “{search}”.', { search })}
              />
            ) : (
              <EmptyState
                title={t('No users found')}
                hint={mayCreate && t('Create surveyors under Mobile Users.')}
              />
            )
          }
        />
      )}
      {children}
    </Page>
  );
};
