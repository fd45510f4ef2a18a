import { Alert, Modal, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { circleKey } from '@survey/contract';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { CardList } from '../ui/card-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { actionTexts, CircleCard } from './circle-card.tsx';
import { type OfferedCircle, useOfferedCircles } from './circles.api.ts';
import { messageTone } from './message-tone.ts';
import { useCircleActions } from './use-circle-actions.ts';
import {
  type CircleOfUser,
  type UserCircles,
  useCirclesOf,
  useUserCircles,
} from './user-circles.api.ts';

interface ManageCirclesModalProps {
  user: UserCircles;
  onClose: () => void;
}

/** The circles that are offered, and those of the user that are not: they can be removed. */
const withAssigned = (
  offered: readonly OfferedCircle[],
  assigned: readonly CircleOfUser[] | undefined,
): OfferedCircle[] => {
  const known = new Set(offered.map(({ circle }) => circleKey(circle)));
  const others = (assigned ?? []).filter(({ circle }) => !known.has(circleKey(circle)));
  return [...offered, ...others.map(({ circle }) => ({ circle }))];
};

/** Who has each circle, by its key, without the user of the dialog. */
const holdersOf = (users: readonly UserCircles[], except: string): Map<string, string[]> => {
  const holders = new Map<string, string[]>();
  for (const { username, circles = [] } of users) {
    if (username === except) continue;
    for (const { circle } of circles) {
      const key = circleKey(circle);
      holders.set(key, [...(holders.get(key) ?? []), username]);
    }
  }
  return holders;
};

/** All circles as cards. Assigned ones are recognised by name, trimmed and in any case (spec 3). */
export const ManageCirclesModal = ({ user, onClose }: ManageCirclesModalProps) => {
  useReturnFocus();
  const [search, setSearch] = useState('');
  const offered = useOfferedCircles(user.username);
  const { circles: assigned, hasFailed } = useCirclesOf(user);
  const { message, undoEntry, clearMessage, busy, run } = useCircleActions();
  const holders = holdersOf(useUserCircles().data ?? [], user.username);
  const byKey = new Map(assigned?.map((one) => [circleKey(one.circle), one]));
  const wanted = search.trim().toLowerCase();
  const all = offered.data && withAssigned(offered.data, assigned);
  const shown = (all ?? []).filter(({ circle }) => circle.toLowerCase().includes(wanted));

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Manage Circles for {user}', { user: user.username })}
      size="min(64rem, 94vw)"
    >
      <SearchBox
        label={t('Search circles')}
        mb="sm"
        w={{ base: '100%', xs: 320 }}
        value={search}
        onChange={setSearch}
        data-autofocus
      />
      <Text component="div" size="xs" c="dimmed" mb="sm">
        {actionTexts.map(({ label, text }) => (
          <div key={label}>
            <b>{t(label)}</b> {t(text)}
          </div>
        ))}
      </Text>
      <div role="status" aria-live="polite">
        {message.text ? (
          <Alert
            color={messageTone(message.english)}
            variant="light"
            mb="sm"
            withCloseButton
            closeButtonLabel={t('Close')}
            onClose={clearMessage}
          >
            {message.text}
            {undoEntry === undefined ? null : (
              <div>
                <UndoButton entries={[undoEntry]} what={message.text} onUndone={clearMessage} />
              </div>
            )}
          </Alert>
        ) : null}
      </div>
      {(offered.isError && !offered.data) || hasFailed ? (
        <ErrorState
          title={t('Error loading circles')}
          onRetry={() => void offered.refetch()}
          isRetrying={offered.isFetching}
        />
      ) : null}
      {offered.isPending || (!assigned && !hasFailed) ? (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
          {[1, 2, 3, 4, 5, 6].map((one) => (
            <Skeleton key={one} height={104} radius="md" />
          ))}
        </SimpleGrid>
      ) : null}
      {offered.data && assigned ? (
        <CardList label={t('Circles')}>
          {shown.map((one) => (
            <CircleCard
              key={one.circle}
              offered={one}
              assigned={byKey.get(circleKey(one.circle))}
              others={holders.get(circleKey(one.circle)) ?? []}
              search={search.trim()}
              busy={busy?.circle === one.circle ? busy.action : undefined}
              isDisabled={busy !== undefined}
              onAction={(action) =>
                void run(action, { username: user.username, circle: one.circle })
              }
            />
          ))}
        </CardList>
      ) : null}
      {all?.length === 0 ? (
        <EmptyState
          title={t('No circles found')}
          hint={t('Upload a parcel list under Upload first.')}
        />
      ) : null}
      {all?.length && shown.length === 0 ? (
        <EmptyState
          title={t('No circles found')}
          hint={t('No circle matches “{search}”.', { search })}
        />
      ) : null}
    </Modal>
  );
};
