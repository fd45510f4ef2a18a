import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** Between two attempts to fetch a part, in ms. */
const pauseMs = 3000;

/**
 * A part of a screen whose code is fetched when it is first drawn. Until it is there `waiting` stands in its place;
 * where it cannot be fetched (the server is away) it is tried again, and the rest of the screen goes on. React's own
 * `lazy` would give up for good and take the whole screen with it.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> => {
  let fetched: ComponentType<Props> | undefined;
  return (props) => {
    const [Part, setPart] = useState(() => fetched);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (Part) return undefined;
      let isGone = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      load().then(
        (part) => {
          fetched = part;
          if (!isGone) setPart(() => part);
        },
        () => {
          if (!isGone) timer = setTimeout(() => setAttempt(attempt + 1), pauseMs);
        },
      );
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [Part, attempt]);
    return Part ? <Part {...props} /> : waiting;
  };
};
