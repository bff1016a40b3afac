import { execFile } from 'node:child_process';
import { access, cp, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { book, sheet } from '../sheets/old-excel/books.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A parser that tries to reach files and the network; the name of a sheet lists the attempts that succeeded. */
const hostile = (port: number, secret: string) => `
const load = [
  (name) => import('node:' + name),
  (name) => import(name),
  async (name) => process.getBuiltinModule(name),
  async (name) => (await import('./required.cjs')).default(name),
  async (name) => process.binding(name),
];
const attempts = {
  fetch: () => fetch('http://127.0.0.1:${port}'),
  socket: () => reached(new process.stdout.constructor().connect(${port}, '127.0.0.1')),
  code: () => new Function('return 1')(),
};
for (const [at, of] of load.entries())
  Object.assign(attempts, {
    ['file' + at]: async () => (await of('fs')).readFileSync(${JSON.stringify(secret)}),
    ['folder' + at]: async () => (await of('fs')).readdirSync('/'),
    ['write' + at]: async () => (await of('fs')).writeFileSync(${JSON.stringify(`${secret}.new`)}, ''),
    ['program' + at]: async () => (await of('child_process')).spawnSync('true'),
    ['connect' + at]: async () => reached((await of('net')).connect(${port}, '127.0.0.1')),
    ['http' + at]: async () => reached((await of('http')).get('http://127.0.0.1:${port}')),
    ['udp' + at]: async () => (await of('dgram')).createSocket('udp4').send('x', ${port}, '127.0.0.1'),
    ['name' + at]: async () => (await of('dns')).promises.lookup('localhost'),
    ['thread' + at]: async () => new (await of('worker_threads')).Worker('1', { eval: true }),
    ['hooks' + at]: async () => (await of('module')).register('data:text/javascript,1'),
    ['tcp' + at]: async () => of('tcp_wrap').then((found) => found.TCP.name),
  });
const reached = (one) => new Promise((done, failed) => one.on('connect', done).on('socket', done).on('error', failed));
const done = [];
for (const [name, attempt] of Object.entries(attempts))
  try {
    await attempt();
    done.push(name);
  } catch {}
process.stdout.write('sheet ' + JSON.stringify({ name: 'done: ' + done.join(' '), hidden: false }) + '\\n');
process.stdout.write('["REF"]\\nend {}\\n');
`;

test('the process that reads old workbooks reads no file but its own, and has no network', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const cwd = await folderWith({ 'secret.txt': 'secret' });
  await writeFile(join(cwd, 'old.xls'), book({ suppliers: sheet(['REF']) }));
  for (const name of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, name), join(cwd, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  const parser = join(cwd, 'dist', 'old-excel');
  // The parser is where the built program has it.
  await access(join(parser, 'xlsx.mjs'));
  await writeFile(join(parser, 'required.cjs'), 'module.exports = (name) => require(name);');
  await writeFile(join(parser, 'xlsx.mjs'), hostile(port, join(cwd, 'secret.txt')));
  const told = await promisify(execFile)(
    process.execPath,
    [join(cwd, 'bin', 'trace.js'), 'check', 'old.xls', '--lang', 'en'],
    { cwd, env: {} },
  ).catch((error: { stdout: string; stderr: string }) => error);
  expect(told.stderr + told.stdout).toContain('old workbook (.xls)');
  expect(`${told.stdout}`).toMatch(/done: *[^\w ]/);
  expect(connections).toBe(0);
});
