import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A service of v2 that accepts every create. `bodies` has each request as the bytes that were sent. */
export async function recordingService(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    bodies.push(`${incoming.method} ${incoming.url} ${body}`);
    const id = `00000000-0000-4000-8000-${String(bodies.length).padStart(12, '0')}`;
    const { productRef, packagingRef, ...record } = JSON.parse(body) as Record<string, unknown>;
    const ids = { success: true, id, productId: id, packagingId: id, studyId: id };
    const links = {
      qrCodeLink: `http://127.0.0.1/qr/${id}`,
      showcaseLink: `http://127.0.0.1/showcase/${id}`,
    };
    const answer = { ...record, productRef: [productRef], packagingRef: [packagingRef], ...ids, ...links };
    outgoing.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}
