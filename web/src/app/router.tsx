// The 13 routes of spec 2, with their capitals. Every screen is a chunk of its own, login and shell too:
// a visitor needs the one or the other first.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { askForReports } from '../reports/first-page.ts';
import { ErrorPage } from './error-page.tsx';
import { loadLogin, loadShell } from './first-screens.ts';
import { guard, loadCapabilities, skipLogin } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: skipLogin,
  component: lazyRouteComponent(loadLogin, 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('../sign-in/register-page.tsx'), 'RegisterPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  loader: loadCapabilities,
  component: lazyRouteComponent(loadShell, 'Shell'),
});

/** Opens only with a stored token. */
const guarded = createRoute({ getParentRoute: () => shell, id: 'guarded', beforeLoad: guard });
/** Opens without a token, then without data (R4). */
const open = createRoute({ getParentRoute: () => shell, id: 'open' });

const guardedScreens = [
  createRoute({
    getParentRoute: () => guarded,
    path: '/dashboard',
    component: lazyRouteComponent(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/create-user',
    component: lazyRouteComponent(() => import('../users/create-user-page.tsx'), 'CreateUserPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/mobile-users',
    component: lazyRouteComponent(
      () => import('../users/mobile-users-page.tsx'),
      'MobileUsersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/report',
    loader: ({ location }) => askForReports(location.search),
    // The screen itself fetches another page or filter, and shows the old rows meanwhile.
    shouldReload: ({ cause }) => cause === 'enter',
    component: lazyRouteComponent(() => import('../reports/report-page.tsx'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/sreport',
    component: lazyRouteComponent(() => import('../reports/sub-report-page.tsx'), 'SubReportPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/map',
    component: lazyRouteComponent(() => import('../reports/map/map-page.tsx'), 'MapPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/review',
    component: lazyRouteComponent(() => import('../reports/queue/review-page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/checks',
    component: lazyRouteComponent(() => import('../checks/checks-page.tsx'), 'ChecksPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/surveyor',
    component: lazyRouteComponent(() => import('../users/surveyor-page.tsx'), 'SurveyorPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/Pins',
    component: lazyRouteComponent(() => import('../lists/pins-page.tsx'), 'PinsPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/circle',
    component: lazyRouteComponent(() => import('../lists/circle-page.tsx'), 'CirclePage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/activity',
    component: lazyRouteComponent(() => import('../activity/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/status',
    component: lazyRouteComponent(() => import('../pin-status/status-page.tsx'), 'StatusPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: '/account',
    component: lazyRouteComponent(() => import('../account/account-page.tsx'), 'AccountPage'),
  }),
] as const;

const openScreens = [
  createRoute({
    getParentRoute: () => open,
    path: '/user-data',
    component: lazyRouteComponent(() => import('../users/user-data-page.tsx'), 'UserDataPage'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/UPLOAD',
    component: lazyRouteComponent(() => import('../units/upload-page.tsx'), 'UploadPage'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/assign',
    component: lazyRouteComponent(() => import('../lists/assign-page.tsx'), 'AssignPage'),
  }),
] as const;

/** Development only: a built console has neither the route nor its code. */
const galleryScreens = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => open,
        path: '/_gallery',
        component: lazyRouteComponent(() => import('../gallery/gallery-page.tsx'), 'GalleryPage'),
      }),
    ]
  : [];

const routeTree = root.addChildren([
  login,
  register,
  shell.addChildren([
    guarded.addChildren(guardedScreens),
    open.addChildren([...openScreens, ...galleryScreens]),
  ]),
]);

export const router = createRouter({
  routeTree,
  caseSensitive: true,
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

/** Fetches the code of the screen of the address before the router does. */
export const loadScreen = async (): Promise<void> => {
  const matches: { routeId: string }[] = router.matchRoutes(router.latestLocation);
  const routes: Record<string, AnyRoute> = router.routesById;
  const found = matches.map(({ routeId }) => routes[routeId]);
  await Promise.all(found.map((route) => route && router.loadRouteChunk(route)));
};

/** Fetches the first data of the screen of the address. */
export const loadRows = async (): Promise<void> => {
  const { pathname, search } = router.latestLocation;
  if (pathname === '/report') await askForReports(search);
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }

  /** State of a redirect to sign-in, in the history instead of the address, which must stay '/'. */
  interface HistoryState {
    /** Where to go after sign-in. */
    wanted?: string;
    /** Why the session ended. */
    notice?: string;
  }
}
