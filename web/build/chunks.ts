// Which modules travel together. Left alone, the bundler gives every set of screens that share something a file
// of its own: the report page came in 83 files, and each costs a slow browser some 10 ms to ask for and take.

const mantine = (...names: string[]) => `@mantine/core/esm/components/(?:${names.join('|')})/`;
const ui = (...names: string[]) => `/web/src/ui/(?:${names.join('|')})\\.`;

/** What login or shell need beside the start, and the styles of all parts: they are few words in one file. */
const frame = [
  mantine('ActionIcon', 'Alert', 'Anchor', 'CloseButton', 'Group', 'Input', 'InputBase', 'Paper'),
  mantine('PasswordInput', 'Stack', 'Text', 'TextInput', 'Title'),
  '@mantine/hooks/esm/use-(?:disclosure|id|isomorphic-effect|media-query|merged-ref|uncontrolled)/',
  '@mantine/core/esm/core/utils/create-safe-context/',
  '@tabler/icons-react/dist/esm/(?:createReactComponent|icons/Icon(?:ListDetails|Search|Users))',
  '/react-router/dist/esm/useRouterState',
  '/web/src/text/locale',
  // Not those of the drop area, which change the library's own: they must come after it.
  '/web/src/(?:app|ui)/(?!drop-area)[\\w-]+\\.module\\.css',
  ui(
    'brand',
    'language-links',
    'lazy-with-retry',
    'use-stored-state',
    'view-switch',
    'use-is-idle',
    'when-idle',
  ),
];

/** What most screens show in some state: totals, empty tables, errors, toasts. */
const common = [
  mantine('Accordion', 'Badge', 'NativeSelect', 'Progress', 'Skeleton'),
  '@mantine/core/esm/core/Box/get-style-object/',
  '@mantine/notifications/esm/notifications\\.store',
  '@mantine/hooks/esm/use-(?:callback-ref|debounced-value)/',
  '/react-query/build/modern/useMutation',
  '/react-router/dist/esm/useBlocker',
  '@tabler/icons-react/dist/esm/icons/Icon(?:Chevron(?:Down|Left|Right)|Download|Pencil|Plus|Trash)\\.',
  ui('confirm', 'empty-state', 'error-state', 'format', 'page', 'page-window', 'pagination-bar'),
  ui('panel', 'progress-panel', 'search-box', 'table-frame', 'toasts', 'use-leave-guard'),
  ui('latin-text', 'load-failure', 'save-blob', 'status-badge', 'use-url-state'),
  '/web/src/api/(?:live|use-live)\\.',
  '/web/src/ui/remaining-time\\.',
  '/web/src/undo/',
  '/contract/src/(?:live|order|users)\\.',
];

/** What opens beside its button or field. */
const popups = [
  '@floating-ui/',
  mantine(
    'Combobox',
    'FocusTrap',
    'Menu',
    'Overlay',
    'Popover',
    'ScrollArea',
    'Select',
    'VisuallyHidden',
  ),
];

/** What /report and /sreport have in common; the map has their filters. */
const reports = [
  '/web/src/reports/(?:\\w+/)?(?:filter-bar|report-pin-search|report-screen|use-new-reports|use-photo-download)\\.',
  '/web/src/reports/\\w+/(?:use-report-address|use-table-view|use-task|views\\.api)\\.',
  '@tabler/icons-react/dist/esm/icons/IconPhotoDown\\.',
];

/** The groups of the bundler; the first that takes a module has it. */
export const chunkGroups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'start', tags: ['$initial' as const] },
  { name: 'frame', test: new RegExp(frame.join('|')) },
  { name: 'sign-in', test: /\/web\/src\/sign-in\/(?:sign-in-frame|parcels)/ },
  { name: 'common', test: new RegExp(common.join('|')) },
  { name: 'popups', test: new RegExp(popups.join('|')) },
  { name: 'dates', test: /@mantine\/dates|dayjs|\/web\/src\/ui\/date-range/, minShareCount: 2 },
  {
    name: 'reports',
    test: new RegExp(reports.join('|')),
  },
  // Of what is left each screen gets what it uses; files smaller than this go with their likest, in bytes.
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10000 },
];
