import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ReloadPrompt } from './reload-prompt.tsx';

/** Between two attempts, in ms. */
const pauseMs = 3000;

const isServerThere = async (): Promise<boolean> => {
  try {
    return (await fetch(import.meta.env.BASE_URL, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * A component whose code is fetched when it is first rendered; `waiting` is rendered until then. A failed fetch is
 * tried again while the rest of the screen works: React's `lazy` would fail for good and take the screen with it.
 * Where the server answers and the code still cannot be fetched, only a reload helps, and is offered: a newer version
 * has other files, or the browser caches the failed import (Chromium 150 does).
 */
export const lazyWithRetry = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> => {
  let fetched: ComponentType<Props> | undefined;
  return (props) => {
    const [Component, setComponent] = useState(() => fetched);
    const [attempt, setAttempt] = useState(0);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Component) return undefined;
      let isGone = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tryAgain = async () => {
        // After the first failure the server may only just be back.
        const needsReload = attempt > 0 && (await isServerThere());
        if (isGone) return;
        setMissing(needsReload);
        timer = setTimeout(() => setAttempt(attempt + 1), pauseMs);
      };
      load().then((component) => {
        fetched = component;
        if (!isGone) setComponent(() => component);
      }, tryAgain);
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [Component, attempt]);
    if (Component) return <Component {...props} />;
    return (
      <>
        {waiting}
        {isMissing ? <ReloadPrompt /> : null}
      </>
    );
  };
};
