import { Text } from '@mantine/core';
import { t } from '../text/text.ts';

interface PersonCellProps {
  username: string;
  name: string;
  isActive: boolean;
}

/** A user in a table: username, and under it the name, which may be written in Urdu. */
export const PersonCell = ({ username, name, isActive }: PersonCellProps) => (
  <>
    {username}
    <Text size="xs" c="dimmed">
      <bdi>{name}</bdi>
      {isActive ? null : ` (${t('blocked')})`}
    </Text>
  </>
);
