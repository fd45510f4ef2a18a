// Assigns modules to chunks. By default the bundler makes a chunk for every set of screens that share a module: the
// report page had 83 files, and each costs a slow browser some 10 ms.
import type { Plugin } from 'vite';

const each = (before: string, names: string[], after: string) =>
  names.map((name) => `${before}${name}${after}`);
const mantine = (...names: string[]) => each('@mantine/core/esm/components/', names, '/');
const hooks = (...names: string[]) => each('@mantine/hooks/esm/use-', names, '/');
const icons = (...names: string[]) => each('@tabler/icons-react/dist/esm/icons/Icon', names, '\\.');
const ui = (...names: string[]) => each('/web/src/ui/', names, '\\.');

/** Modules that login or shell need besides the start, and the styles of all components, which are small. */
const frame = [
  ...mantine(
    'ActionIcon',
    'Alert',
    'Anchor',
    'CloseButton',
    'Group',
    'Input',
    'InputBase',
    'Paper',
  ),
  ...mantine('PasswordInput', 'Stack', 'Text', 'TextInput', 'Title'),
  ...hooks('disclosure', 'id', 'isomorphic-effect', 'media-query', 'merged-ref', 'uncontrolled'),
  '@mantine/core/esm/core/utils/create-safe-context/',
  '@tabler/icons-react/dist/esm/createReactComponent',
  ...icons('Eye', 'Flag', 'ListDetails', 'Map2', 'MapPin', 'Search', 'Users'),
  '/react-router/dist/esm/useRouterState',
  '/web/src/text/locale',
  // Except those of the drop area, which override the library's and must come after them.
  '/web/src/app/[\\w-]+\\.module\\.css',
  '/web/src/ui/(?!drop-area)[\\w-]+\\.module\\.css',
  ...ui(
    'brand',
    'language-links',
    'lazy-with-retry',
    'time-zone',
    'use-stored-state',
    'view-switch',
    'use-is-idle',
    'when-idle',
  ),
];

/** Components of most screens: totals, empty tables, errors, toasts. */
const common = [
  ...mantine(
    'Accordion',
    'Badge',
    'Checkbox',
    'Collapse',
    'ColorSwatch',
    'NativeSelect',
    'Progress',
    'SimpleGrid',
    'Skeleton',
  ),
  '@mantine/core/esm/core/Box/get-style-object/',
  '@mantine/core/esm/core/utils/get-env/',
  '@mantine/notifications/esm/notifications\\.store',
  ...hooks('debounced-value'),
  '/react-query/build/modern/useMutation',
  '/react-router/dist/esm/useBlocker',
  ...icons(
    'ChevronDown',
    'ChevronLeft',
    'ChevronRight',
    'CircleCheck',
    'Columns3',
    'Copy',
    'Download',
    'Help',
    'Pencil',
    'Plus',
    'Trash',
    'X',
  ),
  ...ui('confirm', 'empty-state', 'error-state', 'format', 'page', 'page-window', 'pagination-bar'),
  ...ui('panel', 'progress-panel', 'search-box', 'table-frame', 'toasts', 'use-leave-guard'),
  ...ui('bar-list', 'field-list', 'figures', 'form-end', 'name-list', 'stat-tile'),
  ...ui('latin-text', 'load-failure', 'save-blob', 'status-badge', 'use-url-state'),
  '/zod/v4/classic/coerce\\.',
  '/web/src/api/live\\.',
  '/web/src/api/use-live\\.',
  '/web/src/ui/remaining-time\\.',
  '/web/src/undo/',
  '/web/src/flags/',
  ...each('/contract/src/', ['live', 'order', 'users'], '\\.'),
];

/** Components that open beside a button or field. */
const popups = [
  '@floating-ui/',
  ...mantine(
    'Combobox',
    'FocusTrap',
    'Menu',
    'Overlay',
    'Popover',
    'ScrollArea',
    'Select',
    'VisuallyHidden',
  ),
  ...ui('filters-button', 'use-is-narrow'),
];

/** Modules that /report and /sreport share; the map uses their filters. */
const reports = [
  ...each(
    '/web/src/reports/(?:\\w+/)?',
    ['filter-bar', 'report-pin-search', 'report-screen', 'use-new-reports', 'use-photo-download'],
    '\\.',
  ),
  ...each(
    '/web/src/reports/\\w+/',
    ['use-report-address', 'use-table-view', 'use-task', 'views\\.api'],
    '\\.',
  ),
  ...icons('PhotoDown'),
];

/** Parts of the report's details that the comparison of a review needs too. In a chunk with others they would load the report page. */
const details = [
  ...each('/web/src/reports/details/', ['no-photo', 'use-rotation'], '\\.'),
  ...icons('Rotate2', 'RotateClockwise2'),
];

/** Calendars. */
const dates = ['@mantine/dates', 'dayjs', '/web/src/ui/date-range'];
/** The frame of the sign-in screens. */
const signIn = ['/web/src/sign-in/sign-in-frame', '/web/src/sign-in/parcels'];
const react = ['react', 'react-dom', 'scheduler'].map((name) => `/node_modules/${name}/`);

/** Fields with several values: of the filters of reports, and of assigning. */
const multiSelect = mantine('MultiSelect', 'Pill', 'PillsInput');

const anyOf = (patterns: string[]) => new RegExp(patterns.join('|'));

/** The groups of the bundler; a module belongs to the first that matches it. */
export const chunkGroups = [
  { name: 'react', test: anyOf(react) },
  { name: 'start', tags: ['$initial' as const] },
  { name: 'frame', test: anyOf(frame) },
  { name: 'sign-in', test: anyOf(signIn) },
  { name: 'common', test: anyOf(common) },
  { name: 'popups', test: anyOf(popups) },
  { name: 'dates', test: anyOf(dates), minShareCount: 2 },
  { name: 'multi-select', test: anyOf(multiSelect) },
  { name: 'reports', test: anyOf(reports) },
  { name: 'details', test: anyOf(details) },
  // The rest is grouped by screen; chunks smaller than this are merged with similar ones, in bytes.
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10000 },
];

/** The patterns that match none of these modules. */
export const patternsWithout = (modules: readonly string[]): string[] =>
  [react, frame, signIn, common, popups, multiSelect, dates, reports, details]
    .flat()
    .filter((pattern) => !modules.some((module) => new RegExp(pattern).test(module)));

/** Stops the build where a pattern above matches no module, because its file was moved or renamed. */
export const checkChunks = (): Plugin => ({
  name: 'check-chunks',
  apply: 'build',
  generateBundle: (_options, bundle) => {
    const left = patternsWithout(
      Object.values(bundle).flatMap((made) => (made.type === 'chunk' ? made.moduleIds : [])),
    );
    if (left.length > 0) throw new Error(`chunks.ts: no module matches ${left.join(', ')}`);
  },
});
