// The service worker: registered once, and its newer version offered, never forced under an open form.
import { useEffect, useState } from 'react';

/** A function that changes to the newer version and loads the page anew; undefined where there is none. */
export const useNewVersion = (): (() => void) | undefined => {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    if (!navigator.serviceWorker || !import.meta.env.PROD) return;
    let isOver = false;
    const follow = async () => {
      const registration = await navigator.serviceWorker.register('/survey/sw.js', {
        scope: '/survey/',
        updateViaCache: 'none',
      });
      const offer = () => {
        // Without a controller it is the first installation: nothing older is on the screen.
        if (!isOver && registration.waiting && navigator.serviceWorker.controller) {
          setWaiting(registration.waiting);
        }
      };
      offer();
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', offer),
      );
    };
    follow().catch(console.error);
    return () => {
      isOver = true;
    };
  }, []);
  return (
    waiting &&
    (() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      waiting.postMessage('take-over');
    })
  );
};
