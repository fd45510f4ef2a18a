// `npm run torture -- --minutes 10`: see torture.ts. Ends with one line, and with 1 where anything is wrong.
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('--minutes must be a number above 0');
  process.exit(1);
}

const { kills, acknowledged, photos, lost, doubled, wrong, changes } = await torture({
  goesOn: (_kills, elapsedMs) => elapsedMs < minutes * 60_000,
  onKill: (line) => console.log(line),
});
for (const line of [
  ...lost.map((id) => `lost: ${id}`),
  ...doubled.map((id) => `doubled: ${id}`),
  ...wrong,
])
  console.error(line);
const byAdministrators = Object.entries(changes).map(([kind, count]) => `${count} ${kind}`);
console.log(
  `${kills.server + kills.database} kills (${kills.server} server, ${kills.database} database), ${acknowledged} acknowledged (${photos} with photo; ${byAdministrators.join(', ')}), ${lost.length} lost, ${doubled.length} doubled, ${wrong.length} wrong`,
);
process.exit(lost.length + doubled.length + wrong.length === 0 ? 0 : 1);
