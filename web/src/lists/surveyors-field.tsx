import { MultiSelect } from '@mantine/core';
import { t } from '../text/text.ts';
import type { UserCircles } from './user-circles.api.ts';

interface SurveyorsFieldProps {
  label: string;
  users: readonly UserCircles[];
  /** Usernames. */
  value: readonly string[];
  onChange: (usernames: string[]) => void;
  clearable?: boolean;
}

/** Surveyors, chosen of those that are not blocked. */
export const SurveyorsField = ({ users, value, ...props }: SurveyorsFieldProps) => (
  <MultiSelect
    placeholder={t('Select users')}
    searchable
    withAsterisk
    limit={100}
    hidePickedOptions
    data={users
      .filter(({ isActive }) => isActive)
      .map(({ username, name }) => ({ value: username, label: `${username} (${name})` }))}
    value={[...value]}
    nothingFoundMessage={t('No users found')}
    {...props}
  />
);
