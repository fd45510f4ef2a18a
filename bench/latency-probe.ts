// Latency probe: a process that makes one small call after the other, as a person at the console does, and reports the
// times. It is a separate process so that the bench's own work is not measured.
// Arguments: URL and token. A line on the input ends a period and requests its times.
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const [url = '', token = ''] = process.argv.slice(2);
/** Between an answer and the next call, in milliseconds. */
const pauseMs = 20;

let times: number[] = [];
const lines = createInterface({ input: process.stdin });
lines.on('line', () => {
  console.log(JSON.stringify(times));
  times = [];
});
let isEnding = false;
lines.on('close', () => {
  isEnding = true;
});

while (!isEnding) {
  const start = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  times.push(performance.now() - start);
  await pause(pauseMs);
}
