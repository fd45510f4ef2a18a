// A process of its own that makes one attack: what it costs the attacker must not be in the times of the others.
// Arguments: name of the attack, target as JSON, seconds. Prints how often it saw each status.
import os from 'node:os';
import type { Target } from './attack.ts';
import { attacks } from './attacks.ts';

const [name, target = '', seconds] = process.argv.slice(2);
const attack = attacks.find((one) => one.name === name);
if (!attack) throw new Error(`There is no attack ${name}.`);
// An attacker elsewhere takes nothing of this machine's processors.
os.setPriority(19);
const statuses: Record<number, number> = {};
const signal = AbortSignal.timeout(Number(seconds) * 1000);
await attack.run(JSON.parse(target) as Target, signal, (status) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
});
console.log(JSON.stringify(statuses));
process.exit(0);
