// Where the page is. Six addresses: a library of routes would be larger than the screens.
import { useSyncExternalStore } from 'react';

export type Route =
  | { screen: 'work' }
  | { screen: 'circle'; circle: string }
  | { screen: 'map'; circle: string }
  | { screen: 'report'; id: string }
  | { screen: 'queue' }
  | { screen: 'more' };

const home = '/survey/';

export const pathOf = (route: Route): string => {
  switch (route.screen) {
    case 'work':
      return home;
    case 'circle':
      return `${home}circle?${new URLSearchParams({ name: route.circle })}`;
    case 'map':
      return `${home}map?${new URLSearchParams({ name: route.circle })}`;
    case 'report':
      return `${home}report?${new URLSearchParams({ id: route.id })}`;
    default:
      return home + route.screen;
  }
};

export const routeOf = (path: string): Route => {
  const { pathname, searchParams } = new URL(path, 'http://phone');
  const screen = pathname.slice(home.length);
  const [circle, id] = [searchParams.get('name'), searchParams.get('id')];
  if ((screen === 'circle' || screen === 'map') && circle) return { screen, circle };
  if (screen === 'report' && id) return { screen, id };
  if (screen === 'queue' || screen === 'more') return { screen };
  return { screen: 'work' };
};

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
addEventListener('popstate', tell);

export const go = (route: Route, { replace = false } = {}): void => {
  history[replace ? 'replaceState' : 'pushState']({ isOurs: true }, '', pathOf(route));
  scrollTo(0, 0);
  tell();
};

/** One step back within the page; home where the page was opened here. */
export const goBack = (): void => {
  if ((history.state as { isOurs?: boolean } | null)?.isOurs) history.back();
  else go({ screen: 'work' }, { replace: true });
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
const current = () => location.pathname + location.search;

export const useRoute = (): Route => routeOf(useSyncExternalStore(subscribe, current));
