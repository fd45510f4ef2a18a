import { known } from '../text/text.ts';
import { errorText, referenceOf } from './api-error.ts';

interface Query {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What an error state says and offers where a query failed: the server's words, and Retry. */
export const loadFailure = (query: Query) => ({
  details: query.error ? errorText(query.error, known(query.error.message)) : '',
  reference: referenceOf(query.error),
  onRetry: () => void query.refetch(),
  isRetrying: query.isFetching,
});
