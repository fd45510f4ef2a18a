// Tells the office which circles their surveyor has finished.
import { closingsToSend, markClosingSent } from '../store/closings.ts';
import { closeCircle, ServerRefusal, type Session } from './api.ts';

/** Sends what the server does not know yet. A circle that the surveyor no longer has is left out. */
export const sendClosings = async (username: string, session: Session): Promise<void> => {
  for (const closing of await closingsToSend(username)) {
    try {
      await closeCircle(session, closing.circle, closing.reason);
    } catch (error) {
      const isGone = error instanceof ServerRefusal && [404, 422].includes(error.status);
      if (!isGone) throw error;
    }
    await markClosingSent(username, closing);
  }
};
