// Which packages of others are shipped: those that server, console and surveyor's page need when they run, by the lock
// file. npm's own `--omit=dev` leaves out what one workspace needs and another has for its tests only, such as React.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Workspaces whose code runs at an operator or in a browser. */
const shippedWorkspaces = ['contract', 'server', 'web', 'survey'];

/** Where Node finds a package that is asked for in this folder, as a path of the lock file; undefined for none. */
const findFrom = (packages, folder, name) => {
  const above = folder.split('/node_modules/').map((_, at, parts) => parts.slice(0, at + 1));
  const places = [...above.reverse().map((parts) => `${parts.join('/node_modules/')}/`), ''];
  const place = places.find((each) => packages[`${each}node_modules/${name}`]);
  if (place === undefined) return undefined;
  const found = `${place}node_modules/${name}`;
  return packages[found].link ? packages[found].resolved : found;
};

/** Paths of the lock file of every shipped package with what the lock file says of it, sorted; workspaces left out. */
export const shippedPackages = () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = new Set(shippedWorkspaces);
  for (const folder of found) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder];
    const names = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    for (const name of Object.keys(names)) {
      const other = findFrom(packages, folder, name);
      if (other) found.add(other);
    }
  }
  return [...found]
    .filter((folder) => folder.includes('node_modules/'))
    .sort()
    .map((folder) => ({
      folder,
      name: folder.split('node_modules/').at(-1),
      ...packages[folder],
    }));
};
