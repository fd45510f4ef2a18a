import { Checkbox, NativeSelect } from '@mantine/core';
import type { CircleGroup, SplitWay } from '@survey/contract';
import { t } from '../../text/text.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { groupKey, type Owners } from './share-out.ts';

interface GroupTableProps {
  groups: readonly CircleGroup[] | undefined;
  by: SplitWay;
  usernames: readonly string[];
  owners: Owners;
  marked: ReadonlySet<string>;
  onOwner: (keys: readonly string[], username: string) => void;
  onMark: (keys: readonly string[], isMarked: boolean) => void;
}

const headers = (): Record<SplitWay, string> => ({
  street: t('Street'),
  block: t('Block'),
  road: t('Road'),
  locality: t('Locality'),
  pins: t('PINs'),
});

/** A group as people read it. */
export const groupText = ({ from, to }: Pick<CircleGroup, 'from' | 'to'>): string => {
  if (from === '') return t('not given');
  return from === to ? from : t('{from} to {to}', { from, to });
};

/** The groups of a circle, each with the surveyor who gets it. */
export const GroupTable = ({
  groups,
  by,
  usernames,
  owners,
  marked,
  onOwner,
  onMark,
}: GroupTableProps) => {
  const keys = (groups ?? []).map(groupKey);
  const isAll = keys.length > 0 && keys.every((key) => marked.has(key));
  const columns: Column<CircleGroup>[] = [
    {
      key: 'mark',
      header: (
        <Checkbox
          size="xs"
          aria-label={t('Mark all')}
          checked={isAll}
          indeterminate={!isAll && marked.size > 0}
          onChange={() => onMark(keys, !isAll)}
        />
      ),
      cell: (group) => (
        <Checkbox
          size="xs"
          aria-label={t('Mark {group}', { group: groupText(group) })}
          checked={marked.has(groupKey(group))}
          onChange={({ currentTarget }) => onMark([groupKey(group)], currentTarget.checked)}
        />
      ),
    },
    {
      key: 'group',
      header: headers()[by],
      minWidth: 120,
      cell: (group) => <bdi>{groupText(group)}</bdi>,
    },
    {
      key: 'left',
      header: t('Left'),
      align: 'right',
      cell: ({ left }) => formatNumber(left),
    },
    {
      key: 'owner',
      header: t('Surveyor'),
      minWidth: 150,
      cell: (group) => (
        <NativeSelect
          size="xs"
          aria-label={t('Surveyor of {group}', { group: groupText(group) })}
          disabled={group.left === 0 || usernames.length === 0}
          value={owners.get(groupKey(group)) ?? ''}
          onChange={({ currentTarget }) => onOwner([groupKey(group)], currentTarget.value)}
          data={[{ value: '', label: group.left === 0 ? t('nothing left') : '–' }, ...usernames]}
        />
      ),
    },
    {
      key: 'units',
      header: t('Units'),
      align: 'right',
      cell: ({ units }) => formatNumber(units),
    },
  ];
  return (
    <VirtualTable
      label={t('Groups of the circle')}
      columns={columns}
      rows={groups}
      rowKey={groupKey}
      rowHeight={45}
      maxHeight="min(22rem, 45dvh)"
      skeletonRows={5}
      empty={<EmptyState title={t('The circle has no units with a PIN')} />}
    />
  );
};
