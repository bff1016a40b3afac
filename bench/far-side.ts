/** The server for `push.ts`, in its own process: accepts every body after some milliseconds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const latencyMs = Number(process.argv[2] ?? 0);
let taken = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = `{"success":true,"id":"c0ffee00-0000-4000-8000-${String(taken++).padStart(12, '0')}"}`;
    const answer = () =>
      response
        .writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    if (latencyMs > 0) setTimeout(answer, latencyMs);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
