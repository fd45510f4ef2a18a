// A process that only receives bodies and answers: the cost of receiving alone.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const server = http.createServer((request, response) => {
  request.resume();
  request.once('end', () => response.end('{}'));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit());
