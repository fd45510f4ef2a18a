import { referenceOf } from '../api/api-error.ts';
import { reasonText } from './error-text.ts';

interface Query {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The props of an ErrorState for a query that failed: the reason, the request id, and Retry. */
export const loadFailure = (query: Query) => ({
  details: query.error ? reasonText(query.error) : '',
  reference: referenceOf(query.error),
  onRetry: () => void query.refetch(),
  isRetrying: query.isFetching,
});
