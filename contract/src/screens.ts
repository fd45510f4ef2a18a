/** The addresses of the console's screens: those of spec 2 with their capitals, then ours. */
export const screenPaths = [
  '/',
  '/register',
  '/dashboard',
  '/create-user',
  '/mobile-users',
  '/user-data',
  '/UPLOAD',
  '/assign',
  '/report',
  '/sreport',
  '/Pins',
  '/circle',
  '/status',
  '/map',
  '/activity',
  '/review',
  '/checks',
  '/surveyor',
  '/account',
] as const;

type ScreenPath = (typeof screenPaths)[number];

/** The screen of an address, whatever its capitals and a slash at its end; undefined where there is none. */
export const screenAt = (path: string): ScreenPath | undefined => {
  const wanted = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  return screenPaths.find((one) => one.toLowerCase() === wanted);
};
