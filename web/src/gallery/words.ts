// Sample words of the development page.
export const words = {
  gallery: 'Gallery',
  description: 'Every component of ui in every state',
  empty: 'Empty state',
  none: 'No pins found',
  hint: 'Upload units for this circle, or add a pin.',
  act: 'Act',
  error: 'Error state',
  failed: 'It failed',
  details: 'The server is away. What was typed is still here.',
  loading: 'Skeletons',
  working: 'Working',
  figures: '42 of 100 rows',
  done: 'Done',
  units: 'Units',
  share: '12.3% of all',
  day: 'Day',
  circle: 'Model Town',
  people: 'People',
  person: 'Ali Raza',
  username: 'ali.raza',
  urduName: 'ثنا خان',
  controls: 'Controls',
  ask: 'Ask',
  askHarm: 'Ask before harm',
  drawer: 'Drawer',
  toast: 'Toast',
  search: 'Search',
  table: 'Table',
} as const;

/** For components that require a handler. */
export const nothing = () => undefined;
