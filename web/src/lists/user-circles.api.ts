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
}

/** A circle on a user's list. */
export interface ListedCircle {
  username: string;
  circle: string;
}

export interface UserCircles {
  username: string;
  name: string;
  /** Undefined where the backend must be asked for each user: `useCirclesOf` does. */
  circles?: CircleOfUser[];
  /** False: blocked. */
  isActive: boolean;
}

const userCirclesKey = ['user-circles'];

/** All mobile users, with their circles where the backend gives them in one answer. */
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

/** The circles of one user: those that came with the list, else asked for. */
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

interface CountedList {
  /** Pins on the list now, and how many of them are USED. */
  pins: number;
  used: number;
  /** Uploaded units of the circle, where the backend says it. */
  units?: number;
}

/**
 * The counts of a user's list of a circle as they are now, for a question before harm: what stands on the screen may be
 * older. Counted from the pins where the backend does not say it in one answer.
 */
export const useCountList = () => {
  const isCounted = useCan('replacePreview');
  return async (body: ListedCircle): Promise<CountedList> => {
    if (isCounted) return send(calls.replacePreview, { body });
    const { pins } = await send(calls.pinsByCircle, { body });
    return { pins: pins.length, used: pins.filter(({ status }) => status === 1).length };
  };
};

/** Everything that shows circles or pins of users, to be read again after a change. */
export const useRefreshCircles = () => {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [userCirclesKey, ['circle-overview'], ['circle-pins'], ['mobile-users']].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );
};

type ChangeOfUsers = (users: UserCircles[]) => UserCircles[];

/**
 * Shows a change of the users' circles at once; the function it answers takes it back. Only the
 * answer that has all circles is changed: where they are asked one by one they are read again.
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
