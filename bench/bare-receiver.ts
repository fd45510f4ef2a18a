// A process of its own that only takes bodies in and answers: what receiving costs before anything is done with it.
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
