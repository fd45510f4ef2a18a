// Calls of a surveyor's page.
import { calls } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';

/** Days as DD/MM/YYYY. */
interface Days {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** A surveyor's work in some days, the last 30 where none are given. */
export const useSurveyorWork = (username: string, days: Days) => {
  const can = useCan('surveyorWork');
  return useQuery({
    queryKey: ['surveyor', username, 'work', days],
    queryFn: ({ signal }) =>
      send(calls.surveyorWork, { params: { username }, query: days }, { signal }),
    enabled: can && username !== '',
    placeholderData: keepPreviousData,
  });
};

/** The visits of a day in their order. */
export const useSurveyorDay = (username: string, date: string | undefined) => {
  const can = useCan('surveyorDay');
  return useQuery({
    queryKey: ['surveyor', username, 'day', date],
    queryFn: ({ signal }) =>
      send(
        calls.surveyorDay,
        { params: { username }, query: { date: date as string } },
        { signal },
      ),
    enabled: can && username !== '' && date !== undefined,
  });
};
