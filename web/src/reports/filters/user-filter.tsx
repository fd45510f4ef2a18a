import { Select } from '@mantine/core';
import type { ReportOptions } from '@survey/contract';
import { useMemo } from 'react';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';

/** The value of 'All Users'; not a username, because usernames have no spaces. */
const allUsers = 'all users';

interface UserFilterProps {
  users: ReportOptions['users'] | undefined;
  value: readonly string[];
  onChange: (usernames: string[]) => void;
}

const none: ReportOptions['users'] = [];

/** Filter by one surveyor; 'All Users' first (spec 2). */
export const UserFilter = ({ users = none, value, onChange }: UserFilterProps) => {
  const [username] = value;
  const isKnown = username === undefined || users.some((user) => user.username === username);
  const counts = useMemo(() => new Map(users.map((user) => [user.username, user.count])), [users]);
  const listed = isKnown ? users : [{ username, name: '', count: 0 }, ...users];
  return (
    <Select
      size="sm"
      label={t('Filter by User')}
      searchable
      allowDeselect={false}
      maxDropdownHeight={360}
      nothingFoundMessage={t('No such user')}
      value={username ?? allUsers}
      onChange={(chosen) => onChange(!chosen || chosen === allUsers ? [] : [chosen])}
      data={[
        { value: allUsers, label: t('All Users') },
        ...listed.map((user) => ({
          value: user.username,
          label: user.name ? `${user.name} (${user.username})` : user.username,
        })),
      ]}
      renderOption={({ option }) => {
        const count = counts.get(option.value);
        return (
          <span style={{ display: 'flex', flex: 1, gap: 12, justifyContent: 'space-between' }}>
            <span dir="auto">{option.label}</span>
            <span style={{ color: 'var(--mantine-color-dimmed)' }}>
              {count ? formatNumber(count) : ''}
            </span>
          </span>
        );
      }}
    />
  );
};
