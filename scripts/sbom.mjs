// `npm run sbom`: the software bill of materials of what is shipped, CycloneDX, on standard output.
import { execFileSync } from 'node:child_process';
import { root } from './install.mjs';
import { shippedPackages } from './shipped-packages.mjs';

const whole = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  }),
);
const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`));
const product = whole.metadata.component;
const isShipped = (ref) => shipped.has(ref) || ref === product['bom-ref'];
const bill = {
  ...whole,
  // npm names the product by the folder that it lies in.
  metadata: {
    ...whole.metadata,
    component: { ...product, type: 'application', name: 'field-survey' },
  },
  components: whole.components.filter((component) => isShipped(component['bom-ref'])),
  dependencies: whole.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
