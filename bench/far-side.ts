/**
 * A server in its own process that accepts every body after some milliseconds, and prints its address.
 * `node bench/far-side.ts [MILLISECONDS]`
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ResponseClock } from './response-clock.ts';

const latencyMs = Number(process.argv[2] ?? 0);
const clock = new ResponseClock();
let taken = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = `{"success":true,"id":"c0ffee00-0000-4000-8000-${String(taken++).padStart(12, '0')}"}`;
    const answer = () => {
      clock.responded();
      response
        .writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    };
    if (latencyMs > 0) setTimeout(answer, latencyMs);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  if (process.send) process.send(port);
  else process.stdout.write(`http://127.0.0.1:${port}\n`);
});
