// A separate process that makes one attack, so that its own cost is not in the times of the others.
// Arguments: name of the attack, target as JSON, seconds. Prints how often it saw each status.
import os from 'node:os';
import type { Target } from './attack.ts';
import { attacks } from './attacks.ts';

const [name, target = '', seconds] = process.argv.slice(2);
const attack = attacks.find((one) => one.name === name);
if (!attack) throw new Error(`There is no attack ${name}.`);
// A remote attacker would take nothing of this machine's processors.
os.setPriority(19);
const statuses: Record<number, number> = {};
const signal = AbortSignal.timeout(Number(seconds) * 1000);
await attack.run(JSON.parse(target) as Target, signal, (status) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
});
console.log(JSON.stringify(statuses));
process.exit(0);
