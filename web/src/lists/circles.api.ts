import { type ClientInput, calls, circleKey, type Undoable } from '@survey/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import {
  type ListedCircle,
  type UserCircles,
  useExpectCircles,
  useRefreshCircles,
} from './user-circles.api.ts';

/** A circle that can be assigned, with its units and users where the backend counts them. */
export interface OfferedCircle {
  circle: string;
  units?: number;
  users?: number;
}

/** All circles that can be assigned to a user (R10). */
export const useOfferedCircles = (username: string, isEnabled = true) => {
  const isCounted = useCan('circleOverview');
  return useQuery({
    queryKey: ['circle-overview', isCounted ? 'all' : username],
    queryFn: async ({ signal }): Promise<OfferedCircle[]> => {
      if (isCounted) return (await send(calls.circleOverview, {}, { signal })).circles;
      const { circles } = await send(calls.circlesForUser, { params: { username } }, { signal });
      return circles.map((circle) => ({ circle }));
    },
    enabled: isEnabled,
  });
};

const useCircleChange = (
  change: (body: ListedCircle) => Promise<Undoable>,
  expected?: (user: UserCircles, circle: string) => UserCircles,
) => {
  const expect = useExpectCircles();
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: (body: ListedCircle) => change(body),
    onMutate: ({ username, circle }) =>
      expect((users) =>
        users.map((user) =>
          user.username === username && expected ? expected(user, circle) : user,
        ),
      ),
    onError: (_error, _body, takeBack) => takeBack?.(),
    onSettled: (_done, _error, { username }) => refresh([username]),
  });
};

const isSame = (one: string, other: string) => circleKey(one) === circleKey(other);

/** 'Add New' and 'Add All': assigns the circle and adds the units the user lacks. */
export const useAddCircle = () =>
  useCircleChange(
    (body) => send(calls.storeCirclePins, { body }),
    (user, circle) =>
      !user.circles || user.circles.some((one) => isSame(one.circle, circle))
        ? user
        : { ...user, circles: [...user.circles, { circle }] },
  );

/** 'Overwrite': the list becomes exactly the uploaded units, all NotUsed. */
export const useOverwriteCircle = () =>
  useCircleChange((body) => send(calls.replaceCirclePins, { body }));

/** 'unassign': the circle and its pins leave the user's list. */
export const useUnassignCircle = () =>
  useCircleChange(
    (body) => send(calls.deleteCircle, { body }),
    (user, circle) =>
      user.circles
        ? { ...user, circles: user.circles.filter((one) => !isSame(one.circle, circle)) }
        : user,
  );

export const useAssignToSeveral = () => {
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.assignCircleToUsers>['body']) =>
      send(calls.assignCircleToUsers, { body }),
    onSuccess: (_done, { usernames }) => refresh(usernames),
  });
};
