// Which modules travel together. Left alone, the bundler gives every set of screens that share something a file
// of its own: the report page came in 83 files, and fetching them took longer than reading them.

const mantine = (...names: string[]) => `@mantine/core/esm/components/(?:${names.join('|')})/`;

/** What login or shell need beside the start. */
const frame = [
  mantine('ActionIcon', 'Alert', 'Anchor', 'CloseButton', 'Group', 'Input', 'InputBase', 'Paper'),
  mantine('PasswordInput', 'Stack', 'Text', 'TextInput', 'Title'),
  '@mantine/hooks/esm/use-(?:disclosure|id|isomorphic-effect|media-query|merged-ref|uncontrolled)/',
  '@tabler/icons-react/dist/esm/(?:createReactComponent|icons/Icon(?:ListDetails|Search|Users))',
  '/react-router/dist/esm/useRouterState',
  '/web/src/text/locale',
  '/web/src/ui/(?:brand|language-links|later|use-stored-state|view-switch)',
];

/** The groups of the bundler; the first that takes a module has it. */
export const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'frame', test: new RegExp(frame.join('|')) },
  { name: 'sign-in', test: /\/features\/sign-in\/(?:sign-in-frame|parcels)/ },
  {
    name: 'dates',
    test: /@mantine\/dates|dayjs/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Of what is left each screen gets what it uses; files smaller than this go with their likest, in bytes.
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10000 },
];
