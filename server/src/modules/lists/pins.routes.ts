import { calls } from '@survey/contract';
import { read, write } from '../../plugins/calls.ts';
import { circleNamed } from './circles.queries.ts';
import { mobileUserNamed } from './mobile-users.queries.ts';
import { deletePin, transferPins } from './pins.commands.ts';
import { pinsOfCircle } from './pins.queries.ts';

export const pinsRoutes = {
  pinsByCircle: read(calls.pinsByCircle, async ({ db }, { body }) => {
    const user = await mobileUserNamed(db, body.username);
    const circle = await circleNamed(db, body.circle);
    return { pins: await pinsOfCircle(db, { userId: user.id, circleId: circle.id }) };
  }),
  deletePin: write(calls.deletePin, ({ db, actor }, { body }) => deletePin(db, actor, body)),
  transferPins: write(calls.transferPins, ({ db, actor }, { body }) =>
    transferPins(db, actor, body),
  ),
};
