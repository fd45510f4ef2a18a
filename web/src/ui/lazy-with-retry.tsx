import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ReloadPrompt } from './reload-prompt.tsx';

/** Between two attempts to fetch a part, in ms. */
const pauseMs = 3000;

const isServerThere = async (): Promise<boolean> => {
  try {
    return (await fetch(import.meta.env.BASE_URL, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * A part of a screen whose code is fetched when it is first drawn. Until it is there `waiting` stands in its place;
 * where it cannot be fetched (the server is away) it is tried again, and the rest of the screen goes on. React's own
 * `lazy` would give up for good and take the whole screen with it. Where the server is there and the part still does
 * not come, only a reload brings it, which is offered: a newer version was installed and has other files, or the
 * browser keeps a failed fetch for as long as the page stands, as Chromium 150 does.
 */
export const lazyWithRetry = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> => {
  let fetched: ComponentType<Props> | undefined;
  return (props) => {
    const [Part, setPart] = useState(() => fetched);
    const [attempt, setAttempt] = useState(0);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Part) return undefined;
      let isGone = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tryAgain = async () => {
        // At the first attempt the server may just have come back.
        const needsReload = attempt > 0 && (await isServerThere());
        if (isGone) return;
        setMissing(needsReload);
        timer = setTimeout(() => setAttempt(attempt + 1), pauseMs);
      };
      load().then((part) => {
        fetched = part;
        if (!isGone) setPart(() => part);
      }, tryAgain);
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [Part, attempt]);
    if (Part) return <Part {...props} />;
    return (
      <>
        {waiting}
        {isMissing ? <ReloadPrompt /> : null}
      </>
    );
  };
};
