// `npm run soak -- --minutes 10`: half of the time random concurrent changes (crowd.ts), half of it server and database
// are killed under load (crash-soak.ts); then a surveyor's browser is killed as often as --phone-kills says
// (phone-kills.ts). Ends with 1 where anything is wrong. `--cluster`: parts of a cluster fail instead (cluster-soak.ts).
import { parseArgs } from 'node:util';
import { seeded } from '@survey/field/random.ts';
import { cautiousTimes, shippedTimes } from '../cluster/database-nodes.ts';
import { startServer } from '../server-process.ts';
import { clusterSoak, faultNames } from './cluster-soak.ts';
import { crashSoak } from './crash-soak.ts';
import { crowd } from './crowd.ts';
import { longForms } from './long-forms.ts';
import { phoneKills } from './phone-kills.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    // Repeats the choices of a run, which prints its seed in its first line.
    seed: { type: 'string', default: new Date().toISOString() },
    'phone-kills': { type: 'string', default: '200' },
    // A cluster instead (cluster-soak.ts), with these faults or all, by Patroni's cautious times or ours.
    cluster: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true },
    cautious: { type: 'boolean', default: false },
    // Tests with large numbers instead, which `npm test` runs with small ones (long-forms.ts).
    'long-forms': { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('--minutes must be a number above 0');
  process.exit(1);
}
const halfMs = minutes * 30_000;
const { seed } = values;
let faults = 0;

/** What is wrong, a line each. */
const tell = (found: Record<string, readonly string[]>): string => {
  for (const [kind, all] of Object.entries(found)) {
    for (const one of all) console.error(`${kind}: ${one}`);
    faults += all.length;
  }
  return Object.entries(found)
    .map(([kind, all]) => `${all.length} ${kind}`)
    .join(', ');
};

const counted = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

if (values.cluster) {
  const unknown = (values.fault ?? []).filter((name) => !faultNames.some((one) => one === name));
  if (unknown.length > 0) {
    console.error(
      `--fault takes one of these, not "${unknown.join('", "')}": ${faultNames.join('; ')}`,
    );
    process.exit(1);
  }
  const names = faultNames.filter((name) => values.fault?.includes(name) ?? true);
  const { outcomes, exports, acknowledged, lost, doubled, wrong } = await clusterSoak({
    names,
    times: values.cautious ? cautiousTimes : shippedTimes,
    say: (line) => console.log(line),
  });
  const found = tell({ lost, doubled, wrong, short: exports.short });
  console.log('| what happened | without reports | without photos | until all worked |');
  console.log('|---|---|---|---|');
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  for (const { name, withoutReports, withoutPhotos, untilAllWork } of outcomes)
    console.log(
      `| ${[name, ...[withoutReports, withoutPhotos, untilAllWork].map(seconds)].join(' | ')} |`,
    );
  console.log(
    `${acknowledged} acknowledged, ${found}, ${exports.whole} whole exports, ${exports.brokenOff} broken off`,
  );
  process.exit(faults === 0 ? 0 : 1);
}

if (values['long-forms']) process.exit(await longForms());

console.log(`seed ${seed}`);
const many = await crowd({
  seed,
  goesOn: (_rounds, elapsedMs) => elapsedMs < halfMs,
  onRound: (line) => console.log(line),
});
const { stale, failed } = many;
const ofMany = tell({ lost: many.lost, doubled: many.doubled, stale, failed, wrong: many.wrong });
faults += many.deadlocks;
console.log(
  `at once: ${many.rounds} rounds, ${many.acknowledged} acknowledged (${counted(many.answers)}), ${ofMany}, ${many.deadlocks} deadlocks`,
);

const { kills, acknowledged, photos, lost, doubled, wrong, changes } = await crashSoak({
  goesOn: (_kills, elapsedMs) => elapsedMs < halfMs,
  onKill: (line) => console.log(line),
});
const ofKilled = tell({ lost, doubled, wrong });
console.log(
  `killed: ${kills.server + kills.database} kills (${kills.server} server, ${kills.database} database), ${acknowledged} acknowledged (${photos} with photo; ${counted(changes)}), ${ofKilled}`,
);

const server = await startServer();
try {
  const rounds = Number(values['phone-kills']);
  const phone = await phoneKills(server, rounds, seeded(seed, 'phone kills').next);
  const ofPhone = tell({ lost: phone.lost, doubled: phone.doubled });
  console.log(`phone: ${phone.rounds} kills of its browser, ${phone.saved} saved, ${ofPhone}`);
} finally {
  await server.remove();
}
process.exit(faults === 0 ? 0 : 1);
