import { calls } from '@survey/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { useSession } from '../api/session.ts';

/** A circle of a user with its pins; the counts are unknown on a literal backend. */
export interface CircleOfUser {
  circle: string;
  used?: number;
  total?: number;
  /** The surveyor has reported that nothing is left to do there. */
  closed?: { at: string; reason: string } | undefined;
}

/** A circle on a user's list. */
export interface ListedCircle {
  username: string;
  circle: string;
}

export interface UserCircles {
  username: string;
  name: string;
  /** Undefined where the backend needs a call for each user (`useCirclesOf`). */
  circles?: CircleOfUser[];
  /** False where the user is blocked. */
  isActive: boolean;
}

const userCirclesKey = ['user-circles'];

/** All mobile users, with their circles where the backend has a call for both. */
export const useUserCircles = () => {
  const isSignedIn = useSession() !== undefined;
  const inOneAnswer = useCan('userCircles');
  return useQuery({
    queryKey: [...userCirclesKey, inOneAnswer],
    queryFn: async ({ signal }): Promise<UserCircles[]> => {
      if (inOneAnswer) {
        const { users } = await send(calls.userCircles, {}, { signal });
        return users.map(({ status, ...user }) => ({ ...user, isActive: status }));
      }
      const { users } = await send(calls.mobileUsers, {}, { signal });
      return users.map(({ username, name, status }) => ({ username, name, isActive: status }));
    },
    enabled: isSignedIn,
  });
};

/** The circles of one user: from the list of users, else by a call of their own. */
export const useCirclesOf = (user: UserCircles) => {
  const asked = useQuery({
    queryKey: [...userCirclesKey, 'of', user.username],
    queryFn: async ({ signal }): Promise<CircleOfUser[]> => {
      const { circles } = await send(
        calls.circlesAssignedToUser,
        { body: { username: user.username } },
        { signal },
      );
      return circles.map((circle) => ({ circle }));
    },
    enabled: user.circles === undefined,
  });
  return { circles: user.circles ?? asked.data, hasFailed: asked.isError };
};

export interface CountedList {
  /** Pins on the list now, and how many of them are USED. */
  pins: number;
  used: number;
  /** Uploaded units of the circle, where the backend counts them. */
  units?: number;
}

/**
 * The present counts of a circle on a user's list, for a confirmation: those on the screen may be older. Counted from
 * the pins where the backend has no call for the counts.
 */
export const useCountList = () => {
  const isCounted = useCan('replacePreview');
  return async (body: ListedCircle): Promise<CountedList> => {
    if (isCounted) return send(calls.replacePreview, { body });
    const { pins } = await send(calls.pinsByCircle, { body });
    return { pins: pins.length, used: pins.filter(({ status }) => status === 1).length };
  };
};

/**
 * Refetches what shows circles or pins of users: everything where one call answers all of it, else the lists of the
 * users who were changed, or only the pins where those of one circle were.
 */
export const useRefreshCircles = () => {
  const cache = useQueryClient();
  const inOneAnswer = useCan('userCircles');
  const all = [userCirclesKey, ['circle-overview'], ['circle-pins'], ['mobile-users']];
  return (usernames: readonly string[], circle?: string) => {
    const changed = usernames.flatMap((username) =>
      circle === undefined
        ? [
            [...userCirclesKey, 'of', username],
            ['circle-pins', username],
          ]
        : [['circle-pins', username, circle]],
    );
    return Promise.all(
      (inOneAnswer ? all : changed).map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  };
};

type ChangeOfUsers = (users: UserCircles[]) => UserCircles[];

/**
 * An optimistic update of the users' circles; returns the function that rolls it back. It changes only the query with
 * all circles: queries of single users are refetched.
 */
export const useExpectCircles = () => {
  const cache = useQueryClient();
  return async (change: ChangeOfUsers): Promise<() => void> => {
    const queryKey = [...userCirclesKey, true];
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueryData<UserCircles[]>(queryKey);
    if (before) cache.setQueryData(queryKey, change(before));
    return () => {
      if (before) cache.setQueryData(queryKey, before);
    };
  };
};
