import { ActionIcon, Group } from '@mantine/core';
import { type AssignedPin, pinStatusLabels } from '@survey/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { asWritten } from '../api/lenient.ts';
import { known, msg, t } from '../text/text.ts';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatNumber } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { VirtualTable } from '../ui/virtual-table.tsx';
import { findPins } from './find-pins.ts';
import { pinAddress } from './pin-address.ts';
import { useCirclePins } from './pins.api.ts';
import type { ListedCircle } from './user-circles.api.ts';

const dataColumns: Column<AssignedPin>[] = [
  { key: 'pin', header: msg('Pin'), cell: ({ pin }) => pin, isPinned: true, minWidth: 100 },
  { key: 'rating', header: msg('Rating Area'), cell: ({ ratingarea }) => ratingarea },
  {
    key: 'locality',
    header: msg('Locality'),
    cell: ({ Locality }) => <bdi>{Locality}</bdi>,
    minWidth: 110,
  },
  {
    key: 'address',
    header: msg('Address'),
    cell: (pin) => <bdi>{pinAddress(pin)}</bdi>,
    minWidth: 200,
  },
  {
    key: 'owner',
    header: msg('Owner'),
    cell: ({ OwnerName }) => <bdi>{OwnerName}</bdi>,
    minWidth: 140,
  },
  {
    key: 'status',
    header: msg('Status'),
    cell: (pin) => (
      <StatusBadge tone={pin.status === 1 ? 'green' : 'grey'}>
        {asWritten(pin, 'status') ?? known(pinStatusLabels[pin.status])}
      </StatusBadge>
    ),
  },
];

interface PinsTableProps {
  listed: ListedCircle;
  /** Without it the table is read-only. */
  onDelete?: ((pin: AssignedPin) => void) | undefined;
  /** Opens the unit of a pin, where the backend can correct it. */
  onCorrect?: ((pin: AssignedPin) => void) | undefined;
}

/** The buttons of a row. */
const RowActions = ({
  pin,
  onDelete,
  onCorrect,
}: { pin: AssignedPin; onDelete: (pin: AssignedPin) => void } & Pick<
  PinsTableProps,
  'onCorrect'
>) => (
  <Group gap={2} wrap="nowrap" justify="flex-end">
    {onCorrect ? (
      <ActionIcon
        data-dense
        variant="subtle"
        aria-label={t('Correct or withdraw unit {pin}', { pin: pin.pin })}
        title={t('Correct or withdraw')}
        onClick={() => onCorrect(pin)}
      >
        <IconPencil size={16} />
      </ActionIcon>
    ) : null}
    {/* A pin without an id cannot be named to the backend. */}
    {pin.id === null ? null : (
      <ActionIcon
        data-dense
        variant="subtle"
        color="red"
        aria-label={t('Delete pin {pin}', { pin: pin.pin })}
        title={t('Delete')}
        onClick={() => onDelete(pin)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    )}
  </Group>
);

/** The pins of a circle on a user's list, with a search box; fast with tens of thousands. */
export const PinsTable = ({ listed, onDelete, onCorrect }: PinsTableProps) => {
  const [search, setSearch] = useState('');
  const pins = useCirclePins(listed);
  const mayAdd = useMay('addPin');
  if (pins.isError && !pins.data) {
    return <ErrorState title={t('Error loading pins')} {...loadFailure(pins)} />;
  }
  const found = pins.data && findPins(pins.data, search);
  const used = pins.data?.filter(({ status }) => status === 1).length ?? 0;
  const actions: Column<AssignedPin>[] = onDelete
    ? [
        {
          key: 'actions',
          header: t('Actions'),
          isPinned: 'right',
          align: 'right',
          cell: (pin) => <RowActions pin={pin} onDelete={onDelete} onCorrect={onCorrect} />,
        },
      ]
    : [];

  return (
    <>
      <SearchBox
        label={t('Search pins')}
        placeholder={t('Search pin, locality, address, owner')}
        mb="sm"
        w={{ base: '100%', xs: 360 }}
        value={search}
        onChange={setSearch}
      />
      <VirtualTable
        label={t('Pins for {username} - {circle}', { ...listed })}
        columns={[...dataColumns, ...actions]}
        rows={found}
        rowKey={({ id }, index) => id ?? `row-${index}`}
        maxHeight="max(16rem, calc(100dvh - 26rem))"
        toolbar={
          pins.data && found
            ? search
              ? t('{count, plural, one {# pin} other {# pins}} of {all}, {used} USED', {
                  count: found.length,
                  all: formatNumber(pins.data.length),
                  used: formatNumber(used),
                })
              : t('{count, plural, one {# pin} other {# pins}}, {used} USED', {
                  count: found.length,
                  used: formatNumber(used),
                })
            : t('Loading pins')
        }
        empty={
          <EmptyState
            title={t('No pins found')}
            hint={
              search
                ? t('Nothing matches “{search}”.', { search })
                : mayAdd && t('Upload units for this circle, or add a pin.')
            }
          />
        }
      />
    </>
  );
};
