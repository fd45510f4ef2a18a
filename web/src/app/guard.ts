// The guard rule of spec 2: a stored token opens a guarded route, else the visitor goes to '/'.
import { redirect } from '@tanstack/react-router';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';
import { readSession } from '../api/session.ts';

/** Sends a visitor without a token to '/', remembering the page they wanted. */
export const guard = ({ location }: { location: { href: string } }): void => {
  if (!readSession()) throw redirect({ to: '/', state: { wanted: location.href }, replace: true });
};

/** Sends a visitor who has a token from '/' to the dashboard. */
export const skipLogin = (): void => {
  if (readSession()) throw redirect({ to: '/dashboard', replace: true });
};

/**
 * Loads the capabilities before a screen needs them. A failure is ignored here: the screen's own calls will fail and
 * show the error.
 */
export const loadCapabilities = async (): Promise<void> => {
  if (readSession()) await queryClient.ensureQueryData(capabilitiesQuery).catch(() => undefined);
};
